# Words that every part of the product uses.

color-white = White
color-black = Black
