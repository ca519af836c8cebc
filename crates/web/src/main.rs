//! The program that the page runs.

fn main() {
    damier_web::app::mount();
}
