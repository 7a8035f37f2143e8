//! The stream of a Lichess broadcast, cut into games.
//!
//! Nothing in the stream says how long a game is. A block is whole when its result has come, or
//! when the stream has been silent for a while; the next tag section ends it too.

/// A block above this size is no game of a broadcast.
const LARGEST: usize = 512 << 10;

/// Cuts a stream of games into blocks, whatever the pieces in which it comes.
///
/// # Examples
/// ```
/// use kaissa_feed::LichessBlocks;
///
/// let mut blocks = LichessBlocks::default();
/// assert_eq!(blocks.push(b"[White \"A\"]\n\n1. e4 e"), Vec::<Vec<u8>>::new());
/// let whole = blocks.push(b"5 *\n\n\n[White \"B\"]\n");
/// assert_eq!(whole, [b"[White \"A\"]\n\n1. e4 e5 *\n".to_vec()]);
/// ```
#[derive(Debug, Default)]
pub struct LichessBlocks {
    /// The lines of the block so far, each with its end.
    block: Vec<u8>,
    /// The line that is not whole yet.
    line: Vec<u8>,
    has_moves: bool,
    is_in_comment: bool,
    /// Whether the rest of a block that is too large is being left out.
    is_skipping: bool,
    /// Whether something has come since the last silence.
    has_news: bool,
}

impl LichessBlocks {
    /// Takes a piece of the stream. Gives the blocks that are whole now.
    pub fn push(&mut self, piece: &[u8]) -> Vec<Vec<u8>> {
        let mut blocks = Vec::new();
        self.has_news |= !piece.is_empty();
        for line in piece.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(line);
            if line.ends_with(b"\n") {
                self.end_line(&mut blocks);
            } else if self.line.len() > LARGEST {
                self.skip();
            }
        }
        blocks
    }

    /// Takes that nothing has come for a while. Gives what has come of a block with moves, without
    /// the word that may not be whole; the rest may still follow and gives the whole block then.
    pub fn silence(&mut self) -> Option<Vec<u8>> {
        let is_line_of_moves = self.has_moves
            || self.block.ends_with(b"\n\n")
                && !self.line.is_empty()
                && !self.line.starts_with(b"[");
        if !std::mem::take(&mut self.has_news) || !is_line_of_moves || self.is_skipping {
            return None;
        }
        let mut block = self.block.clone();
        let n_whole = self.line.iter().rposition(u8::is_ascii_whitespace).unwrap_or(0);
        block.extend_from_slice(self.line.get(..n_whole).unwrap_or_default());
        block.push(b'\n');
        block.starts_with(b"[").then_some(block)
    }

    fn end_line(&mut self, blocks: &mut Vec<Vec<u8>>) {
        let line = std::mem::take(&mut self.line);
        let text = line.trim_ascii();
        let is_tag = text.first() == Some(&b'[') && !self.is_in_comment;
        if is_tag {
            self.is_skipping = false;
            if self.has_moves {
                self.end_block(blocks);
            }
        }
        if self.is_skipping || text.is_empty() && self.block.is_empty() {
            return;
        }
        if self.block.len() + line.len() > LARGEST {
            self.skip();
            return;
        }
        self.block.extend_from_slice(&line);
        if is_tag || text.is_empty() {
            return;
        }
        self.has_moves = true;
        let mut outside = Vec::with_capacity(text.len());
        for &byte in text {
            match byte {
                b'{' => self.is_in_comment = true,
                b'}' => {
                    self.is_in_comment = false;
                    outside.push(b' ');
                }
                _ if self.is_in_comment => {}
                byte => outside.push(byte),
            }
        }
        let last = outside.split(u8::is_ascii_whitespace).rfind(|word| !word.is_empty());
        let is_result = matches!(
            last,
            Some(b"*" | b"1-0" | b"0-1" | b"1/2-1/2" | b"0-0" | b"1/2-0" | b"0-1/2")
        );
        if is_result && !self.is_in_comment {
            self.end_block(blocks);
        }
    }

    fn end_block(&mut self, blocks: &mut Vec<Vec<u8>>) {
        let block = std::mem::take(&mut self.block);
        (self.has_moves, self.is_in_comment) = (false, false);
        if block.starts_with(b"[") {
            blocks.push(block);
        }
    }

    /// Leaves a block out up to the next tag section.
    fn skip(&mut self) {
        *self = LichessBlocks { is_skipping: true, ..LichessBlocks::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = "[White \"Ångström\"]\n[Black \"B\"]\n\n1. e4 { [%clk 1:01:27] } e5 { a \
comment with 1-0 in it } *\n\n\n[White \"C\"]\n\n*\n\n\n[White \"D\"]\n\n1. d4 {over\n\n[two} d5 1/2-1/2\n";

    /// The blocks of the stream when it comes in pieces of so many bytes.
    fn cut(size: usize) -> Vec<String> {
        let mut blocks = LichessBlocks::default();
        let pieces = STREAM.as_bytes().chunks(size);
        let whole = pieces.flat_map(|piece| blocks.push(piece));
        let whole: Vec<Vec<u8>> = whole.collect();
        assert_eq!(blocks.silence(), None);
        whole.into_iter().map(|block| String::from_utf8(block).expect("UTF-8")).collect()
    }

    #[test]
    fn pieces_of_any_size_give_the_same_games() {
        let whole = cut(STREAM.len());
        assert_eq!(whole.len(), 3, "{whole:?}");
        assert!(whole[2].ends_with("[two} d5 1/2-1/2\n"), "{whole:?}");
        for size in 1..40 {
            assert_eq!(cut(size), whole, "{size}");
        }
    }

    #[test]
    fn a_game_without_its_result_is_whole_after_a_silence_or_before_the_next() {
        let mut blocks = LichessBlocks::default();
        assert_eq!(blocks.push(b"[White \"A\"]\n").len(), 0);
        assert_eq!(blocks.silence(), None);
        assert_eq!(blocks.push(b"\n1. e4 e5 2. O-O").len(), 0);
        assert_eq!(blocks.silence().as_deref(), Some(&b"[White \"A\"]\n\n1. e4 e5 2.\n"[..]));
        assert_eq!(blocks.silence(), None);
        let whole = b"[White \"A\"]\n\n1. e4 e5 2. O-O-O *\n".to_vec();
        assert_eq!(blocks.push(b"-O *\n"), [whole]);
        // A tag that is cut is none yet.
        assert_eq!(blocks.push(b"[White \"A\"]\n[Site \"ht").len(), 0);
        assert_eq!(blocks.silence(), None);
        assert_eq!(blocks.push(b"tp\"]\n\n").len(), 0);
        assert_eq!(blocks.silence(), None);
        let whole = b"[White \"A\"]\n[Site \"http\"]\n\n*\n".to_vec();
        assert_eq!(blocks.push(b"*\n"), [whole]);
        assert_eq!(blocks.push(b"[White \"B\"]\n\n1. e4 e5\n\n[White \"C\"]\n").len(), 1);
    }

    #[test]
    fn what_is_too_large_is_left_out_and_the_next_game_is_not() {
        let mut blocks = LichessBlocks::default();
        let long = format!("[White \"A\"]\n\n{}", "e4 ".repeat(LARGEST / 2));
        assert_eq!(blocks.push(long.as_bytes()).len(), 0);
        assert_eq!(blocks.push(b" *\n\n[White \"B\"]\n\n1. e4 *\n").len(), 1);
        assert!(blocks.block.len() + blocks.line.len() < 100);
    }
}
