//! Generals and orderlies.
