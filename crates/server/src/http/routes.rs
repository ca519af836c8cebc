//! Routes that can be listed, so that a test compares them with the description of the API.

use crate::App;
use axum::{
    Router,
    handler::Handler,
    routing::{delete, get, post, put},
};

/// A router and the list of what it answers.
#[derive(Default)]
pub struct Routes {
    /// The router.
    pub router: Router<App>,
    /// Method and path of each route.
    pub list: Vec<(&'static str, &'static str)>,
}

macro_rules! method {
    ($($name:ident)*) => {
        impl Routes {
            $(
                /// Answers this method at `path`.
                #[must_use]
                pub fn $name<H: Handler<T, App>, T: 'static>(mut self, path: &'static str, handler: H) -> Self {
                    self.router = self.router.route(path, $name(handler));
                    self.list.push((stringify!($name), path));
                    self
                }
            )*
        }
    };
}

method!(get post put delete);

impl Routes {
    /// Both together.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.list.extend(other.list);
        self
    }
}
