//! Parts that pages share.

pub mod dialog;
pub mod frame;
pub mod help;
pub mod icons;
pub mod miniature;
pub mod moves;
pub mod options;
pub mod picker;
pub mod player;
pub mod qr;
pub mod result;
