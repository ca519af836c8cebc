//! The program that the page runs.

fn main() {
    damier_web::browser::tell_panics();
    damier_web::app::mount();
}
