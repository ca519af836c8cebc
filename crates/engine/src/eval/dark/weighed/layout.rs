//! How features are numbered.

/// Names runs of features one after the other and counts them.
macro_rules! layout {
    (@at $start:expr;) => {
        /// How many features there are.
        pub const COUNT: usize = $start;
    };
    (@at $start:expr; $(#[$doc:meta])* $name:ident $count:expr, $($rest:tt)*) => {
        $(#[$doc])*
        const $name: usize = $start;
        layout!(@at $start + $count; $($rest)*);
    };
    ($($(#[$doc:meta])* $name:ident: $count:expr,)*) => {
        layout!(@at 0; $($(#[$doc])* $name $count,)*);
        /// The runs of features in order, with their lengths.
        pub const GROUPS: &[(&str, usize)] = &[$((stringify!($name), $count)),*];
    };
}
pub(super) use layout;
