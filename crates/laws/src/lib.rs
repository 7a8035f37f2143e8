//! The Laws of Chess by edition: rule keys, articles, parameters, regulations and penalties as data.
