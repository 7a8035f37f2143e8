# Действия арбитра у доски: их шаги, страница предложения и решение.

desk-act-claim = Требование ничьей
desk-propose = Показать предложение
desk-time-wrong = это не время; пишите 1:05:00 или 4:30
desk-time-both = нужно время обоих или ни одного
desk-side-missing = укажите сторону: белые или чёрные
desk-square-wrong = такого поля нет, нужно от a1 до h8
desk-move-wrong = в этой позиции такого хода нет
desk-reminder = Решить, отложено в { $since }: { $about }

desk-record-gaps = Какое-то время этой доски не было видно; в записи могут отсутствовать ходы.
desk-record-behind = Позиции, стоящей на доске, в записи нет. Что запись не доказывает, остаётся открытым.

# Требование ничьей.
desk-claim-rule = Что требуют?
desk-claim-counted = По записи: ходов без взятий и ходов пешек { $moves }; позиция возникала { $times ->
    [one] { $times } раз
    [few] { $times } раза
   *[other] { $times } раз
}.
desk-claim-fifty = Пятьдесят ходов без взятий и ходов пешек
desk-claim-threefold = Троекратное появление позиции
desk-claim-rule-missing = укажите, что требуют
desk-claim-by = Кто требует?
desk-claim-turn = За кем очередь хода на доске?
desk-claim-turn-hint = Требовать может только игрок, за которым очередь хода.
desk-claim-clocks = Часы остановлены; что они показывают?
desk-claim-clocks-hint = Игрок может остановить часы сам; если он этого не сделал, остановите их сейчас.
desk-claim-move = Основано ли требование на ходе, который ещё не сделан?
desk-claim-move-hint = Оставьте пустым, если речь о позиции на доске. Ход записывают на бланке и объявляют, но не делают.
desk-claim-move-text = Ход, как он записан
desk-claim-written = записан и объявлен
desk-claim-spoken = только назван
desk-claim-made = уже сделан на доске
desk-claim-touched = Коснулся ли требующий фигуры с намерением пойти?
desk-claim-touched-text = Её поле; пусто – нет
desk-claim-opponent = Что говорит соперник о ничьей?
desk-claim-silent = пока ничего
desk-claim-declines = хочет проверки
desk-claim-accepts = согласен на ничью

# Предложение.
desk-proposal-title = Предложение
desk-proposal-none = Для этой доски ещё ничего не предложено.
desk-proposal-old = С тех пор запись партии изменилась.
desk-no-such-proposal = такого предложения нет
desk-ask-again = Изменить сказанное
desk-shown-at = Показано в { $at } (UTC), арбитр: { $by }.
desk-certainty-proved = Обстоятельства доказаны.
desk-certainty-refuted = То, о чём заявлено, опровергнуто.
desk-certainty-open = Обстоятельства открыты.
desk-set-clocks = Поставить на часах
desk-next = Дальше
desk-judgement = Решать арбитру
desk-grounds = Основания
desk-by-analogy = по аналогии:
desk-evidence = Доказательства
desk-mate-at-the-end = мат в конце варианта
desk-say = Сказать игрокам

# Решение.
desk-rule = Решение
desk-ruling = Решено
desk-follow = Решить, как предложено
desk-follow-choice = Решить:
desk-follows = как предложено
desk-departs = иначе, чем предложено
desk-postponed = решат позже
desk-postpone = Решить позже
desk-depart = Решить иначе
desk-depart-do = Так и решить
desk-decision = Решение
desk-decision-missing = выберите решение
desk-decisions-usual = Как игра продолжается или кончается
desk-decisions-other = Другие
desk-result-of-ruling = Результат, если решением партия кончается
desk-no-result = нет
desk-ruled-result-wrong = такого результата нет
desk-result-missing = для проигранной партии нужен результат
desk-set-white = Время белых, как поставлено
desk-set-black = Время чёрных, как поставлено
desk-reason = Причина
desk-reason-missing = решению, отличному от предложенного, нужна причина
desk-choice-missing = выберите одно из предложенного
desk-ruled-already = по этому уже решено

desk-yes = Да
desk-no = Нет
desk-not-known = неизвестно
desk-not-told = не указано
desk-number-wrong = это не целое число

# Упавший флажок.
desk-act-flag = Падение флажка
desk-flag-whose = Чей флажок упал?
desk-flag-white = белых
desk-flag-black = чёрных
desk-flag-both = оба
desk-flag-whose-missing = укажите, чей флажок упал
desk-flag-first = Если упали оба: чей первым?
desk-flag-first-hint = Многие часы отмечают первый упавший флажок знаком.
desk-flag-notice = Кто на это указывает?
desk-flag-notice-hint = Где указать вправе только игрок, ничего не говорите игрокам, пока он этого не сделал.
desk-flag-seen = видит арбитр
desk-flag-claimed-white = заявляют белые
desk-flag-claimed-black = заявляют чёрные
desk-flag-stopped = Обои часы остановлены?
desk-flag-clocks = Что показывают часы?
desk-flag-clocks-hint = Упавший флажок значит, что времени не осталось.
desk-flag-period = Какой это период контроля времени?
desk-flag-moves-made = По записи завершено ходов: белыми { $white }, чёрными { $black }.
desk-flag-last-period = последний
desk-flag-earlier-period = не последний
desk-flag-required = Сколько ходов надо было сделать
desk-flag-completed = Сколько завершил игрок с упавшим флажком

# Невозможный ход.
desk-act-illegal-move = Невозможный ход
desk-illegal-what = Что сделано?
desk-illegal-after = Позиция перед этим: после { $name }.
desk-illegal-moved = невозможный ход или пешка оставлена на последней горизонтали
desk-illegal-pressed = часы нажаты без хода
desk-illegal-hands = ход двумя руками
desk-illegal-move-text = Сделанный ход: два поля или как записан
desk-illegal-ply = На каком полуходе
desk-illegal-move-wrong = укажите ход двумя полями, как e1e3
desk-illegal-by = Кто это сделал?
desk-illegal-booked = Записано раньше: белым { $white }, чёрным { $black }.
desk-illegal-press = Нажаты ли после этого часы?
desk-illegal-notice = Как вы об этом узнали?
desk-illegal-seen = видел арбитр
desk-illegal-claimed = заявляет соперник
desk-illegal-replied = соперник уже сделал ход
desk-illegal-later = обнаружено после новых ходов
desk-illegal-clocks = Часы остановлены; что они показывают?
desk-illegal-clocks-hint = Как стоят сейчас, вместе с тем, что прибавило последнее нажатие.

# Партия, которая кончилась сама.
desk-act-stop = Остановить партию
desk-stop-position = На доске та же позиция, что в записи?
desk-stop-differs = Нет, на доске другая позиция
desk-stop-correct-first = сначала исправьте запись: решение ищут по ней
desk-stop-clocks = Остановите часы; что они показывают?
desk-stop-clocks-hint = Для дела партии; на решение это не влияет.

# Предложение ничьей и соглашение.
desk-act-draw-offer = Предложение ничьей, соглашение
desk-offer-by = Кто предлагает?
desk-offer-moment = Когда предложено?
desk-offer-after-move = после своего хода, до нажатия часов
desk-offer-opponent-thinks = пока думал соперник
desk-offer-condition = Поставлено условие
desk-offer-before = Сколько раз он уже предлагал ничью в этой партии?
desk-offer-number = Предлагал раньше
desk-offer-warned = Его за это предупреждали
desk-offer-answer = Что говорит соперник?
desk-offer-unanswered = пока ничего
desk-offer-accepted = согласен: оба говорят, что согласились
desk-offer-refused = отказывается

# Сдача партии.
desk-act-resignation = Сдача партии
desk-resign-by = Кто сдаётся?
desk-resign-how = Сказал или показал он это ясно?
desk-resign-how-hint = Остановленные часы или протянутая рука – ещё не ясно: спросите его.
desk-resign-plain = да, ясно
desk-resign-doubtful = есть сомнение
desk-resign-ask-him = спросите игрока, что он имеет в виду; пока он не сказал, он не сдался

# Требование при быстром завершении.
desk-act-quickplay-claim = Быстрое завершение
desk-quickplay-by = Кто требует?
desk-quickplay-increment-in-use = Добавление в партии, в секундах
desk-quickplay-no-arbiter = Арбитра в зале нет
desk-quickplay-request = О чём он просит?
desk-quickplay-cannot-win = ничья: соперник не может выиграть обычным образом
desk-quickplay-no-effort = ничья: соперник не пытается выиграть обычным образом
desk-quickplay-no-ground = ничья, без основания
desk-quickplay-increment = добавление для обоих
desk-quickplay-refuses = отказывается
desk-quickplay-verdict = Что вы решили?
desk-quickplay-verdict-hint = Судить об этом можете только вы; здесь это записывают, но не решают за вас.
desk-quickplay-not-yet = пока ничего
desk-quickplay-agrees = согласен
desk-quickplay-rejects = отказываю
desk-quickplay-postpones = решу позже, слежу за игрой
desk-quickplay-then = После отсрочки: упал ли флажок требующего?
desk-quickplay-no-flag = нет
desk-quickplay-due = да, пора решать
desk-quickplay-draw = да, даю ничью
desk-quickplay-no-draw = да, ничьей не даю

# Другие нарушения и процедуры.
desk-act-irregularity = Другие нарушения
desk-kinds-search = Поиск, например «телефон» или «опоздал»
desk-kinds-touch = Тронутые фигуры
desk-kinds-irregular = Ходы и позиции
desk-kinds-end = Ничья и сдача
desk-kinds-clock = Начало и часы
desk-kinds-recording = Запись
desk-kinds-conduct = Поведение
desk-kinds-adjournment = Откладывание
desk-kinds-blind = Слепые и инвалиды
desk-kinds-other = Другие вопросы
desk-no-such-kind = такого случая нет
desk-if-so = { $label } (если известно)
desk-fact-missing = нужно указать: { $label }
desk-fact-wrong = не удаётся прочесть: { $label }
desk-form-fen = FEN, только если позиции нет в записи партии
desk-form-square = Поле, как e4
desk-form-squares = Поля по порядку, как e2, a1
desk-form-both = Белых, потом чёрных, через запятую
desk-form-time = Время: 90 (секунд), 2 min или 1:30:00
desk-form-number = Целое число
desk-form-language = Код языка, как en или ru
desk-form-text = Как было
desk-fact-white = белые
desk-fact-black = чёрные
desk-fact-both = оба
desk-fact-queen = ферзь
desk-fact-rook = ладья
desk-fact-bishop = слон
desk-fact-knight = конь
desk-fact-king = король
desk-fact-pawn = пешка
desk-fact-on_board = на доске
desk-fact-sealed = записывает в конверт
desk-fact-spectator = зритель
desk-fact-organiser = организатор
desk-fact-captain = капитан
desk-fact-draw = ничья
desk-fact-correction = исправление на доске
desk-fact-touched_piece = что фигура тронута
desk-fact-clock_not_pressed = что часы не нажаты
desk-fact-castling_now = можно ли сейчас рокировать
desk-fact-moves_to_control = сколько ходов до контроля
desk-fact-claim_procedure = как требуют ничью
desk-fact-moves = делает ходы
desk-fact-announces = объявляет ходы
desk-fact-keeps_score = ведёт запись
desk-fact-starts_clock = пускает часы соперника
desk-fact-tells_moves_and_times = сообщает число ходов и время
desk-fact-claims = заявляет за игрока
desk-fact-adjourns = оформляет откладывание
desk-fact-advises = даёт советы
desk-fact-refreshment_area = комната отдыха и буфет
desk-fact-toilet = туалет
desk-fact-smoking_area = место для курения
desk-fact-outside_venue = за пределы турнирного помещения
desk-fact-piece_missing = нет фигуры для превращения
desk-fact-call_arbiter = позвать арбитра
desk-fact-displaced_piece = сдвинутая фигура
desk-fact-colours_reversed = цвета перепутаны
desk-fact-initial_position = неверная начальная позиция
desk-fact-illegal_move = невозможный ход
desk-fact-wrong_colour_piece = фигура превращения не того цвета
desk-fact-agreed_bag = в сумке, согласованной с арбитром
desk-fact-person = при игроке
desk-fact-possible = можно
desk-fact-impossible = нельзя
desk-fact-corrects = арбитр исправляет
desk-fact-lets_stand = арбитр оставляет
desk-fact-arbiter = арбитр
desk-fact-recording = запись
desk-fact-clock = часы
desk-fact-moving = передвигает фигуры
desk-fact-cannot_win = ничья: соперник не может выиграть обычным образом
desk-fact-no_effort = ничья: соперник не пытается выиграть
desk-fact-increment = добавление
desk-fact-refuses = отказывается
desk-fact-accepts = соглашается
desk-fact-agrees = согласен
desk-fact-rejects = отказывает
desk-fact-postpones = решает позже
desk-fact-due = пора решать
desk-fact-no_draw = без ничьей
desk-fact-accidental = явно случайное
desk-fact-deliberate = намеренное или неотличимое от него
desk-fact-lifted_out_of_aperture = вынута из гнезда
desk-fact-felt_in_aperture = ощупана в гнезде

# Решение берут назад.
desk-entry-ruling_taken_back = решение взято назад
desk-undo = Взять решение назад
desk-undo-how = Внесённое с ним отменяют новые записи: результат, конец партии, время, предупреждения и записанные нарушения. Часы поставьте сами.
desk-undo-reason-missing = чтобы взять решение назад, нужна причина
desk-taken-back = Взято назад:
desk-no-such-ruling = такого решения, чтобы взять его назад, нет
