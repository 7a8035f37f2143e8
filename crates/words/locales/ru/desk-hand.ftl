# The desk: what an arbiter enters by hand at a board.
desk-act-correct = Исправить запись
desk-act-pad = Записывать ходы
desk-typed-fault = ход { $n }, «{ $at } { $written }»: { $why ->
    [no_piece] никакая такая фигура туда не попадает; сделанный всё же ход пишется двумя полями, например g1e5
    [several] туда могут пойти несколько фигур; нужно и поле, откуда: Кbd2 или b1d2
    [promotion] пешка доходит до последней горизонтали; нужно, чем она стала: e8=Ф
   *[not_a_move] это не ход; ожидается, например, Кf3, exd5, O-O, e8=Ф или g1f3
}
desk-correct-how = То, что показал источник, остаётся в журнале. Запись продолжается с вашего исправления: что источник покажет потом, добавится к ней.
desk-correct-after = Запись верна до хода
desk-correct-moves = Ходы после него
desk-correct-moves-help = С номерами или без: Кf3, exd5, O-O или g1f3; буквы русские или латинские. Сделанный невозможный ход тоже пишется. Оставьте пустым, чтобы убрать последующие ходы.
desk-correct-reason = Причина
desk-correct-do = Исправить запись
desk-correct-aside = Эти ходы будут отложены:
desk-correct-no-ply = такого хода в записи нет
desk-correct-reason-wrong = нужна причина, не длиннее 500 букв
desk-correct-too-many = в одном исправлении не больше 700 ходов
desk-correct-same = запись уже такова
desk-pad-white = Ход белых
desk-pad-black = Ход чёрных
desk-pad-last = после
desk-pad-square = { $square }, { $color ->
    [white] { $piece ->
        [k] белый король
        [q] белый ферзь
        [r] белая ладья
        [b] белый слон
        [n] белый конь
       *[p] белая пешка
    }
   *[black] { $piece ->
        [k] чёрный король
        [q] чёрный ферзь
        [r] чёрная ладья
        [b] чёрный слон
        [n] чёрный конь
       *[p] чёрная пешка
    }
}
desk-pad-squares = Поля: сначала откуда, затем куда
desk-pad-typed = Или введите ход
desk-pad-unpressed = сделан, часы ещё не переключены
desk-pad-keep = Внести ход
desk-pad-how = Коснитесь фигуры, затем её поля. Каждый ход сохраняется сразу, со своим временем.
desk-pad-turn = Повернуть доску
desk-pad-back = Вернуть последний ход
desk-pad-promotion = Пешка становится
desk-pad-queen = Ферзём
desk-pad-rook = Ладьёй
desk-pad-bishop = Слоном
desk-pad-knight = Конём
desk-pad-left-pawn = Осталась пешкой
desk-pad-illegal = { $written } – невозможный ход: { $reason ->
    [king_left_in_check] король остался под шахом
    [not_this_piece_move] эта фигура так не ходит
    [own_piece_taken] там стоит своя фигура
    [king_taken] взят король
    [castling_right_lost] право на рокировку потеряно
    [castling_in_check] рокировка из-под шаха
    [castling_through_check] рокировка через атакованное поле или на него
   *[other] правила его не допускают
}
desk-pad-stands = Он всё же был сделан: сохранить
desk-pad-not-made = Он не был сделан
desk-pad-moved-on = на доске тем временем сделан другой ход; посмотрите и повторите: ничего не сохранено
desk-pad-nothing = нет хода, который можно вернуть
desk-pad-taken-back = ход возвращён при записи
desk-pad-failed = стол не отвечает; ход не отправлен: повторите
desk-act-attach = Добавить фото
desk-attach-file = Фото или PDF
desk-attach-help = Фото позиции, часов или бланка: JPEG, PNG, WebP, GIF, HEIC или PDF, не больше 12 МБ. Хранится как есть, со всем, что записал в него телефон; видят его только вошедшие.
desk-attach-text = Что на нём
desk-attach-entry = Относится к записи
desk-attach-entry-none = ни к какой
desk-attach-do = Сохранить фото
desk-attach-files = Фото и бумаги
desk-attach-none = файл не выбран
desk-attach-large = файл слишком велик; хранится не больше { $most } МБ
desk-attach-kind = судя по содержимому, это не фото и не PDF
desk-attach-text-long = в тексте не больше 500 букв
desk-erase-title = Стереть запись журнала
desk-erase-how = Стирается то, что в записи сказано, и её файл. Что запись была, что её стёрли вы и почему, остаётся в журнале.
desk-erase-do = Стереть
desk-erase-not = стереть можно только текст заметок и фото: на всём остальном держатся партия и решения
desk-laws-here = Правила к тому, что на доске
desk-entry-envelope_written = отложена, конверт надписан
desk-act-adjourn = Отложить
desk-act-resume = Доигрывание
desk-seal-is-adjourned = Партия отложена.
desk-seal-not-now = партия уже отложена или закончена
desk-seal-step-write = Этот игрок однозначно записывает свой ход и не показывает его:
desk-seal-step-clock = Он кладёт в конверт свой бланк и бланк соперника, запечатывает конверт и останавливает часы, не пуская часы соперника. До этого он может изменить ход. Ход, сделанный на доске после указания записывать, и есть тот, который он записывает. Часы показывают:
desk-seal-step-early = Только если он откладывает до конца сессии: сколько до него минут; это время снимается с его часов
desk-seal-step-offer = Предложение ничьей в силе – от
desk-seal-no-offer = никого
desk-seal-step-resumption = Дата, время и место доигрывания
desk-seal-step-envelope = Сверьте конверт с доской и часами и храните его.
desk-seal-do = Отложить и надписать конверт
desk-seal-resumption-wrong = нужны дата, время и место доигрывания, не длиннее 300 букв
desk-seal-session-wrong = это не время; ожидаются минуты, например 25, или часы и минуты, например 1:10
desk-envelope-title = Конверт
desk-envelope-board = Назад к доске
desk-envelope-how = Напечатайте эту страницу: первый лист – на конверт, листок – внутрь. Записанный ход стоит только на бумаге; здесь его никто не вносит, пока конверт не вскрыт.
desk-envelope-front = Отложенная партия
desk-envelope-clocks = Показания часов
desk-envelope-sealer = Ход записали
desk-envelope-number = Номер записанного хода
desk-envelope-offer = Предложение ничьей в силе от
desk-envelope-resumption = Доигрывание
desk-envelope-position = Позиция перед записанным ходом
desk-envelope-sign-white = Белые
desk-envelope-sign-black = Чёрные
desk-envelope-sign-arbiter = Арбитр
desk-envelope-slip = Записанный ход
desk-envelope-none = Эта партия не отложена.
desk-resume-step-present = Расставьте позицию и установите часы, как на конверте. Кто присутствует?
desk-resume-here = за доской
desk-resume-late = опоздал на минут
desk-resume-clock = его часы
desk-resume-step-envelope = Конверт вскрывают только в присутствии этого игрока, который должен отвечать:
desk-resume-opened = вскрыт при нём
desk-resume-closed = не вскрыт
desk-resume-lost = не найден
desk-resume-step-move = Ход, как он там записан, буква за буквой:
desk-resume-sealed = Записанный ход
desk-resume-letters = Обозначения фигур
desk-resume-reply-sealed = Записавшего ход нет, и его соперник хочет записать свой ответ
desk-resume-do = Что следует?
desk-resume-no-move = конверт вскрыт: нужен ход, как он в нём записан
