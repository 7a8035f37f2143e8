# Words that every part of the product uses.

color = { $color ->
    [white] White
   *[black] Black
}
error = error:
hint = hint:
file-unreadable = { $path }: { $error }
article-place = ({ $articles })
article-unknown = (the article in this edition is not known here)
our-fault = kaissa has failed; please report it together with the file that it was reading
