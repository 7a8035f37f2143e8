# The help of the command line.

help-main = Kaissa: the chess arbiter's assistant that knows the FIDE Laws of Chess and can prove what it says
help-usage = Usage:
help-arguments = Arguments:
help-options = Options:
help-commands = Commands:
help-example = Example:

help-arg-lang = Language: en or ru
help-arg-help = Show this help
help-arg-version = Show the version
help-arg-json = Print JSON instead of text
help-arg-edition = Edition of the Laws, by year: 2001, 2005, 2009, 2014, 2017, 2018 or 2023
help-arg-style = Style of play: standard, rapid or blitz
help-arg-supervision = Rules for rapid and blitz: full or reduced
help-arg-regulations = Regulations of the competition, in TOML
help-arg-editions = Further editions of the Laws, in TOML

help-check = Run the Laws over recorded games
help-check-paths = Files, folders, .pgn.zst, .pgn.gz, .zip, or - for standard input
help-check-strict = End with exit code 1 also for findings about the record
help-check-all = Also show what needs no attention: mates, dead positions, oddities of the file
help-check-language = Language of the piece letters, where it is known: en, ru, de, fr, es, it, nl, pl, hu, cs
help-check-threads = How many cores to use; all of them by default
example-check = kaissa check round-5.pgn

help-mate = Can a side still mate, by any series of legal moves
help-mate-fen = The position
help-mate-by = The side asked about: white or black; both by default
help-mate-nodes = How many positions may be looked at
help-mate-file = A file with a FEN a line, or - for standard input
example-mate = kaissa mate --fen "8/8/8/8/8/5k2/6n1/6K1 w - - 0 1" --by black
