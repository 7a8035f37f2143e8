//! The Laws run over files, folders and archives of games, on all cores.
