# Слова, которые нужны везде.

color = { $color ->
    [white] белые
   *[black] чёрные
}
error = ошибка:
hint = что делать:
file-unreadable = { $path }: { $error }
article-place = ({ $articles })
article-unknown = (номер статьи в этой редакции здесь неизвестен)
our-fault = сбой программы; пришлите нам этот текст и файл, который она читала
