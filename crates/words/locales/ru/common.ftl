# Слова, которые нужны везде.

color-white = белые
color-black = чёрные
