//! Parts that pages share.

pub mod account;
pub mod analyse;
pub mod challenge;
pub mod chat;
pub mod dialog;
pub mod form;
pub mod frame;
pub mod graph;
pub mod help;
pub mod icons;
pub mod load;
pub mod miniature;
pub mod moves;
pub mod options;
pub mod picker;
pub mod player;
pub mod qr;
pub mod report;
pub mod result;
pub mod taken;
pub mod toasts;
