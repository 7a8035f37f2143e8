//! Each source follows its simulator through the faults of real transmissions to the true games.

mod folder;
mod followed;
mod network;
