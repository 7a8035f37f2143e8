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

help-arg-pgn = The game, in a PGN file
help-arg-game = Which game of the file, from 1
help-arg-ply = Go back to the position after this ply; later moves are set aside
help-arg-white-clock = White's time left, such as 1:30 or 0:05:00
help-arg-black-clock = Black's time left

help-claim = Decide a draw claim
help-claim-fen = The position, where there is no record
help-claim-law = The rule: threefold or fifty
help-claim-by = The claimant: white or black
help-claim-announced = The move that was written and declared
help-claim-spoken = The announced move was only spoken, not written
help-claim-touched = A piece that the claimant had touched before
help-claim-opponent = What the opponent said to the draw offer in the claim: accepts or declines
help-arg-facts = The facts in a JSON file, under the names of these options
example-claim = kaissa claim --pgn board-12.pgn --rule threefold --by black --move Ng8

help-flag = Decide a flag-fall, with proof
help-flag-fen = The position
help-flag-fallen = Whose flag is down: white, black or both
help-flag-first = Of two flags the one that fell first, as seen or shown by the clock
help-flag-claimed-by = The player who claims the win on time
help-flag-seen = The arbiter saw it and nobody claims
help-flag-period = The period: last or earlier
help-flag-required = Moves that the period asks for
help-flag-completed = Moves that the player had completed
example-flag = kaissa flag --fen "8/5k2/8/3n4/8/8/4K3/4R3 w - - 0 60" --fallen white

help-watch = Follow live games at their sources and tell every alarm
help-watch-sources = Folders and files of live PGN, http(s) addresses of one, livechess://HOST[:PORT], livechesscloud:ID, lichess:ROUND, dgt:PORT, dgt-log:FILE, replay:PATH?speed=N
help-watch-journal = The journal to keep everything in and to go on from
help-watch-interval = How often files are read, in seconds
help-watch-once = Read what is there, tell what stands, and end
help-watch-silent-after = After how many seconds a board counts as silent
example-watch = kaissa watch LiveChess/open/round-5 --edition 2023

help-desk = The web desk: every board of the hall in a browser, on laptop and phones
help-desk-sources = Folders or files of live PGN
help-desk-listen = Address and port to listen on; only this machine unless told otherwise
help-desk-https = Address and port for phones over HTTPS, by an authority of the desk's own that is kept beside the data
help-desk-public = Address and port of a public display for spectators: positions, moves, clocks and results only
help-desk-public-delay = Show everything on the public display so many seconds later
help-desk-host = A name of this machine under which browsers open the desk; may be given several times
help-desk-data = File in which everything is kept; without it nothing outlives the program
help-desk-demo = Play a small event in which something happens at nearly every board
example-desk = kaissa desk --data open.kaissa round-5/

regulations-changes-left-out = the regulations hold as at the start; what they change from { $from } on is left out
