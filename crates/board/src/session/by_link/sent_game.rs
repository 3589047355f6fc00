//! A game as a link carries it: a record in PGN style with the tag `Link`, packed with gzip and written in the
//! letters of base64 that need no escape in an address. The checksum of gzip notices a link that lost its end. Words
//! that follow a link in a message are ignored: gzip knows its end.

use std::io::{Read, Write};

use base64::Engine;
use base64::alphabet;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::super::game::record::{self, OpenedGame, pgn_text, read_save};
use super::super::messages::NodeId;
use super::super::refusal::Refusal;
use ringstack_engine::play::record::GameRecord;
use ringstack_engine::rules::Side;

/// The tag with the id of the game and the side of the player who receives it.
const LINK: &str = "Link";
/// The maximum length of the record in a link, in bytes.
const MAX_RECORD: u64 = 1 << 16;

/// Base64 for addresses. The last letter of what follows a link may be incomplete.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    NO_PAD.with_decode_allow_trailing_bits(true),
);

/// A game that one player sends to the other.
#[derive(Debug)]
pub struct SentGame {
    pub id: String,
    /// The side of the player who receives it.
    pub to: Side,
    pub game: OpenedGame,
}

impl SentGame {
    /// Reads a link. The ids of the tree begin with `first`.
    pub fn read(link: &str, first: NodeId) -> Result<SentGame, Refusal> {
        let read = || {
            // One letter alone is no byte.
            let whole = link.len() - usize::from(link.len() % 4 == 1);
            let packed = BASE64.decode(link.get(..whole)?).ok()?;
            let mut text = String::new();
            let mut unpacked = GzDecoder::new(&packed[..]).take(MAX_RECORD);
            unpacked.read_to_string(&mut text).ok()?;
            let record = read_save(&text).ok()?;
            let (id, to) = record.tag(LINK)?.split_once(' ')?;
            Some(SentGame {
                id: id.to_owned(),
                to: to.parse().ok()?,
                game: record::open(&record, first).ok()?,
            })
        };
        read().ok_or(Refusal::LinkDamaged)
    }

    /// The moves of the game.
    pub fn moves(&self) -> Vec<String> {
        self.game.tree.moves(self.game.live)
    }
}

/// The link with a game for the player of a side.
pub fn write(id: &str, to: Side, mut game: GameRecord) -> String {
    game.tags = vec![(LINK.to_owned(), format!("{id} {to}"))];
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    // In memory nothing fails.
    let _ = packer.write_all(pgn_text(&game).as_bytes());
    BASE64.encode(packer.finish().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringstack_engine::board::keys::SplitMix;
    use ringstack_engine::play;
    use ringstack_engine::play::record::{MoveRecord, Termination};
    use ringstack_engine::rules::Outcome;

    /// A game with random moves, as long as the rules allow.
    fn random_game(game: &str, plies: usize) -> GameRecord {
        let mut state = play::open(game).expect("a game");
        let mut random = SplitMix(1);
        while state.plies() < plies && state.outcome().is_none() {
            let legal = state.legal();
            let token = &legal[random.below(legal.len())];
            state.play(std::slice::from_ref(token)).expect("legal");
        }
        GameRecord {
            game: game.to_owned(),
            players: ["Zoé \"Zed\" 🙂".to_owned(), "Bob".to_owned()],
            outcome: state.outcome().or(Some(Outcome::Win(Side::Two))),
            termination: Some(match state.outcome() {
                Some(_) => Termination::Rules,
                None => Termination::Resignation,
            }),
            moves: state.history().into_iter().map(MoveRecord::new).collect(),
            ..GameRecord::default()
        }
    }

    #[test]
    fn a_link_holds_the_game_and_is_short() {
        for (game, plies) in [("dvonn", 100), ("gipf", 60), ("diaballik", 0)] {
            let record = random_game(game, plies);
            let link = write("1a-b", Side::Two, record.clone());
            assert!(link.len() < 2000, "{game}: {}", link.len());
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            assert!(link.chars().all(plain) && link.ends_with(char::is_alphanumeric));
            let sent = SentGame::read(&link, 1).expect(&link);
            assert_eq!((sent.id.as_str(), sent.to), ("1a-b", Side::Two));
            assert!(sent.moves().iter().eq(record.tokens()));
            assert_eq!(sent.game.names, record.players);
            let end = sent.game.ending.expect("an end");
            assert_eq!(
                (Some(end.outcome), end.termination),
                (record.outcome, record.termination)
            );
        }
    }

    #[test]
    fn words_after_a_link_are_ignored() {
        let link = write("1", Side::One, random_game("dvonn", 20));
        for words in ["", "G", "Go", "Goodluck", "GoodluckZ", "-_-"] {
            let sent = SentGame::read(&(link.clone() + words), 1).expect(words);
            assert_eq!(sent.moves().len(), 20, "{words}");
        }
    }

    #[test]
    fn a_damaged_link_is_refused() {
        let link = write("1", Side::One, random_game("dvonn", 20));
        let (begin, end) = link.split_at(link.len() - 4);
        let changed = link.replacen(&link[40..42], "AA", 1);
        for wrong in ["", "AAAA", "?", begin, end, &changed] {
            assert_eq!(
                SentGame::read(wrong, 1).err(),
                Some(Refusal::LinkDamaged),
                "{wrong}"
            );
        }
    }
}
