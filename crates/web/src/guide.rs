//! Guides.
