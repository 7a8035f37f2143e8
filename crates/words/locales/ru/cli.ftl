# Справка командной строки.

help-main = Kaissa: помощник шахматного арбитра, который знает Правила шахмат ФИДЕ и может доказать сказанное
help-usage = Вызов:
help-arguments = Аргументы:
help-options = Параметры:
help-commands = Команды:
help-example = Пример:

help-arg-lang = Язык: en или ru
help-arg-help = Показать эту справку
help-arg-version = Показать версию
help-arg-json = Печатать JSON вместо текста
help-arg-edition = Редакция Правил по году: 2001, 2005, 2009, 2014, 2017, 2018 или 2023
help-arg-style = Вид шахмат: standard (классические), rapid (быстрые) или blitz (блиц)
help-arg-supervision = Правила для быстрых шахмат и блица: full (полные) или reduced (сокращённые)
help-arg-regulations = Регламент соревнования, файл TOML
help-arg-editions = Другие редакции Правил, файл TOML

help-check = Проверить записи партий по Правилам
help-check-paths = Файлы, папки, .pgn.zst, .pgn.gz, .zip или - для стандартного ввода
help-check-strict = Код выхода 1 и тогда, когда замечания касаются только записи
help-check-all = Показывать и то, что внимания не требует: маты, мёртвые позиции, странности файла
help-check-language = Язык обозначений фигур, если он известен: en, ru, de, fr, es, it, nl, pl, hu, cs
help-check-threads = Сколько ядер занять; если не указано, все
example-check = kaissa check round-5.pgn

help-mate = Может ли сторона ещё поставить мат любой последовательностью возможных ходов
help-mate-fen = Позиция
help-mate-by = О какой стороне вопрос: white или black; если не указано, об обеих
help-mate-nodes = Сколько позиций можно просмотреть
help-mate-file = Файл с одной позицией FEN в строке или - для стандартного ввода
example-mate = kaissa mate --fen "8/8/8/8/8/5k2/6n1/6K1 w - - 0 1" --by black

help-arg-pgn = Партия в файле PGN
help-arg-game = Какая партия файла, начиная с 1
help-arg-ply = Вернуться к позиции после этого полухода; дальнейшие ходы отложить
help-arg-white-clock = Время белых, например 1:30 или 0:05:00
help-arg-black-clock = Время чёрных

help-claim = Решить требование ничьей
help-claim-fen = Позиция, если записи нет
help-claim-law = Правило: threefold (троекратное повторение) или fifty (50 ходов)
help-claim-by = Кто требует: white или black
help-claim-announced = Записанный и объявленный ход
help-claim-spoken = Ход был только назван, а не записан
help-claim-touched = Фигура, которой требующий коснулся до этого
help-claim-opponent = Ответ противника на предложение ничьей в требовании: accepts или declines
help-arg-facts = Факты в файле JSON под именами этих параметров
example-claim = kaissa claim --pgn board-12.pgn --rule threefold --by black --move Ng8

help-flag = Решить, что следует из падения флага, с доказательством
help-flag-fen = Позиция
help-flag-fallen = Чей флаг упал: white, black или both
help-flag-first = Какой из двух флагов упал первым, если это видели или показывают часы
help-flag-claimed-by = Кто требует победы по времени
help-flag-seen = Падение увидел арбитр, никто не требует
help-flag-period = Период: last (последний) или earlier (не последний)
help-flag-required = Сколько ходов требует период
help-flag-completed = Сколько ходов игрок завершил
example-flag = kaissa flag --fen "8/5k2/8/3n4/8/8/4K3/4R3 w - - 0 60" --fallen white

help-watch = Следить за идущими партиями по их источникам и сообщать о каждом сигнале
help-watch-sources = Папки и файлы с идущими партиями в PGN, адреса http(s) такого файла, livechess://МАШИНА[:ПОРТ], livechesscloud:НОМЕР, lichess:ТУР, dgt:ПОРТ, dgt-log:ФАЙЛ, replay:ПУТЬ?speed=N
help-watch-journal = Журнал, в котором всё хранится и с которого идёт продолжение
help-watch-interval = Как часто читать файлы, в секундах
help-watch-once = Прочитать то, что есть, сообщить, что в силе, и закончить
help-watch-silent-after = Через сколько секунд доска считается молчащей
example-watch = kaissa watch LiveChess/open/round-5 --edition 2023

help-desk = Рабочий стол арбитра: все доски зала в браузере, на ноутбуке и телефонах
help-desk-sources = Папки или файлы с партиями, которые идут
help-desk-listen = Адрес и порт; без указания – только эта машина
help-desk-https = Адрес и порт для телефонов по HTTPS; собственный удостоверяющий центр хранится рядом с данными
help-desk-public = Адрес и порт табло для зрителей: только позиции, ходы, часы и результаты
help-desk-public-delay = Показывать всё на табло на столько секунд позже
help-desk-host = Имя этой машины, под которым браузеры открывают стол; можно несколько раз
help-desk-data = Файл, в котором всё хранится; без него ничто не переживёт программу
help-desk-demo = Показать маленький турнир, где почти на каждой доске что-нибудь случается
example-desk = kaissa desk --data open.kaissa round-5/

regulations-changes-left-out = регламент действует, как в начале; то, что он меняет с { $from }, не учтено
