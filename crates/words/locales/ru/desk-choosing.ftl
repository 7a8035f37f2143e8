# Из чего выбирает арбитр: доски, записи, ходы и позиции, как они ему известны.

desk-journal-rounds = все туры
desk-journal-no-board = Доски с таким номером и игрока с таким именем нет.
desk-note-of = к записи
desk-note-beside = к ней:

desk-position-which = Позиция
desk-position-now = сейчас на доске: { $name }
desk-position-move = после { $name }
desk-position-by-fen = ни одна из этих: по FEN ниже
desk-position-no-fen = не указана позиция (FEN)
desk-position-pictures = Последние позиции на диаграммах

# Другой арбитр успел раньше.

desk-result-meanwhile = Тем временем { $by } уже внёс(ла) результат { $result }; ничего не изменено. Сверьте бланки вместе и внесите снова.
desk-result-meanwhile-none = Результат тем временем отменён; ничего не изменено.
desk-correct-moved-on = Тем временем поступили новые ходы; ничего не отброшено. Посмотрите партию ниже и отправьте ещё раз.
desk-ruled-meanwhile = { $by }, { $at } (UTC), решение по этому случаю уже принято: { $decision }
desk-area-out = Уже отмечено, что игрок покинул игровую зону.
desk-area-back = Уже отмечено, что игрок вернулся.
desk-arrived-before = Приход игрока уже отмечен; действует первая отметка.
desk-absent-before = Уже отмечено, что игрока нет.

# Ошибочные пары.

desk-pairing-edit = Исправить пару
desk-pairing-edit-link = Пара неверна?
desk-pairing-edit-how = Внесённое раньше остаётся в журнале; исправление – более поздняя запись с причиной. Партия и всё, что в ней произошло, остаются за доской.
desk-pairing-keep = Сохранить пару так
desk-pairing-remove = Такой партии нет
desk-pairing-remove-do = Убрать пару
desk-pairing-played = С этой парой уже связаны источник, ходы, результат или решение. Её можно исправить, но не убрать.
desk-pairing-same-as-before = это пара, какой она и записана; ничего не изменено
desk-pairing-no-game = такой партии нет
desk-entry-pairing_corrected = пара исправлена
desk-board-taken-out = Эту пару убрал главный арбитр: такой партии нет.
desk-round-wrong = номер тура – от 1 до { $last }

# Настройки, которые нельзя установить так, как они записаны.

desk-setting-one-of = найдено «{ $found }», ожидалось одно из: { $known }
desk-setting-no-time-control = найдено «{ $found }», ожидался контроль времени вида 40/5400+30:1800+30 в секундах или 15+10 в минутах
desk-setting-place = строка { $line }, столбец { $column }:
desk-setting-found = найдено { $found }, ожидалось { $expected }

# Зал.

desk-own-boards = Ваши доски:
desk-notice = Требует решения:

# Данные, появившиеся после решения.

desk-new-evidence = Новые данные с { $at } (UTC) к решению: { $decision }
desk-new-evidence-how = Новые данные: в { $at } (UTC) запись партии изменилась на ходе, на котором основано это решение. Решение действует, пока вы его не отмените.
