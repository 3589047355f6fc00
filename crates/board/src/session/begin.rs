//! A game begins: a new one, a record, a save, or the game of a link.

use serde_json::{Value, json};

use super::BoardSession;
use super::by_link::sent_game::SentGame;
use super::by_link::{self, LinkAnswer, LinkNews};
use super::files::created_at;
use super::game::current_game::CurrentGame;
use super::game::ending::GameEnd;
use super::game::entry::{GameEntry, summarise};
use super::game::record::{self, SavedBoard};
use super::game::series::Series;
use super::messages::requests::{ImportRequest, NewGame};
use super::messages::{ClientId, PlayerConfig, RequestAnswer, Requester, TimeControls};
use super::opening::import::{FileReading, ImportAnswer, ReadFile};
use super::opening::set_up::WantedGame;
use super::opening::{BeginAnswer, Begun, GameOrigin, PendingGame, fresh};
use super::players::proposals::needs_consent;
use super::position::position;
use super::refusal::Refusal;
use super::{pages, rights};
use ringstack_engine::play::record::{Termination, date};
use ringstack_engine::rules::Outcome;

/// The minutes of a day; no clock is further from UTC.
const DAY: i32 = 1440;

impl BoardSession {
    /// Starts the first game: a user against the first engine, at a low level unless the command line sets
    /// one.
    pub(super) fn begin_first_game(&mut self, fen: Option<String>) -> Result<(), String> {
        let second = match self.engines.entries().first() {
            Some(entry) => PlayerConfig::Engine {
                engine: 0,
                level: entry.welcome_level(),
            },
            None => PlayerConfig::human(),
        };
        let new = NewGame {
            game: None,
            fen,
            random: None,
            players: [PlayerConfig::human(), second],
            time: TimeControls::None,
            series: 0,
            swapped: false,
            one_device: false,
            by_link: None,
        };
        self.new_game(None, new, Series::default())?;
        Ok(())
    }

    /// Starts the game that a page requests. The answer follows later if a set-up must be found first.
    pub(super) fn request_game(
        &mut self,
        requester: Requester,
        mut new: NewGame,
    ) -> Result<Option<Value>, Refusal> {
        let Some(set_up) = new.random.take() else {
            let series = Series::of(new.series);
            let begun = self.new_game(Some(requester.0), new, series)?;
            return Ok(Some(json!(begun)));
        };
        if new.fen.is_some() {
            return Err("random: not allowed together with a FEN".into());
        }
        let game = self.game.known_game(&new.game)?;
        // Another game may be on the board when the set-up is found.
        new.game = Some(game.to_owned());
        self.drop_wanted_game();
        let wanted = WantedGame { requester, new };
        let engines = &mut self.engines;
        let outputs = self.set_up.begin(wanted, game, set_up, engines)?;
        self.outputs.extend(outputs);
        Ok(None)
    }

    /// Drops the game that waits for a set-up, because a page has requested another one.
    fn drop_wanted_game(&mut self) {
        if let Some(wanted) = self.set_up.take(None) {
            let dropped: Result<(), Refusal> = Err(Refusal::OtherGameRequested);
            self.answer(&RequestAnswer::new(wanted.requester, dropped));
        }
    }

    /// Begins the game for which a set-up was found. Returns the answer.
    pub(super) fn set_up_found(
        &mut self,
        number: Option<u64>,
        fen: Result<String, Refusal>,
    ) -> Option<RequestAnswer> {
        let WantedGame { requester, new } = self.set_up.take(number)?;
        let begun = fen.and_then(|fen| {
            let series = Series::of(new.series);
            let fen = Some(fen);
            self.new_game(Some(requester.0), NewGame { fen, ..new }, series)
        });
        Some(RequestAnswer::new(requester, begun))
    }

    /// Begins the same game once more with sides swapped.
    pub(super) fn rematch(&mut self, client: ClientId) -> Result<BeginAnswer, Refusal> {
        self.new_game(Some(client), self.game.again(), Series::of(0))
    }

    /// Begins the next game of a series with swapped sides.
    pub(super) fn begin_next_of_series(&mut self) {
        let entry = self.entry();
        if let Some((next, series)) = self.game.next_of_series(entry)
            && let Err(refusal) = self.new_game(None, next, series)
        {
            self.notice(refusal);
        }
    }

    /// Starts a new game, or proposes it to the other player. `client` is the page that requests the game.
    fn new_game(
        &mut self,
        client: Option<ClientId>,
        new: NewGame,
        series: Series,
    ) -> Result<BeginAnswer, Refusal> {
        new.time.check()?;
        let id = format!("{:x}-{}", self.unix_ms, self.saves.run());
        let link = by_link::new_link(&new, id)?;
        let game = new.game.as_deref().unwrap_or(self.game.id());
        let state = position(game, new.fen.as_deref())?;
        let [one, two] = new.players;
        let players = [
            self.engines.checked_player(one)?,
            self.engines.checked_player(two)?,
        ];
        let mut opened = fresh(state, self.game.tree().next());
        opened.tags = self.date_tags();
        let round = series.number().map(|n| ("Round".to_owned(), n.to_string()));
        opened.tags.extend(round);
        opened.board = Some(SavedBoard {
            link,
            one_device: new.one_device,
            ..SavedBoard::new(players, new.time)
        });
        let swapped = new.swapped;
        let origin = GameOrigin::New { series, swapped };
        self.begin_or_propose(client, PendingGame { opened, origin })
    }

    /// Begins a game, or proposes it to the other player if a page has requested it. The answer has the entry of the
    /// previous game if it was saved.
    fn begin_or_propose(
        &mut self,
        client: Option<ClientId>,
        pending: PendingGame,
    ) -> Result<BeginAnswer, Refusal> {
        if let Some(client) = client {
            self.drop_wanted_game();
            if needs_consent(&pending, &rights(&self.game, &self.devices, &self.profile)) {
                // The ids of the game on the board stay different from those of the proposed one.
                self.game.skip_ids(pending.opened.tree.next());
                let rights = rights(&self.game, &self.devices, &self.profile);
                let proposed = self.proposals.propose_game(client, pending, &rights);
                return proposed.map(BeginAnswer::Proposed);
            }
        }
        Ok(BeginAnswer::Begun(Box::new(self.begin(pending))))
    }

    /// Puts a game on the board and saves the previous one first. Returns its entry if it was saved.
    pub(super) fn begin(&mut self, pending: PendingGame) -> Begun {
        self.save_if_due();
        let saved = self.entry();
        self.stop_thinking();
        self.stop_analysis();
        self.stop_review();
        let PendingGame { opened, origin } = pending;
        let names = opened.names.clone();
        let mut game = CurrentGame::new(opened);
        // A game by link is kept before its first move, too: the other player may make it.
        let is_unsaved = matches!(origin, GameOrigin::Record(_)) || game.link().is_some();
        let (mut explored, mut file) = (None, None);
        match origin {
            GameOrigin::New { series, swapped } => game = game.in_series(series, swapped),
            GameOrigin::Record(several) => explored = several.map(|file| *file),
            GameOrigin::Save(save) => {
                let players = game.players().each_ref();
                let known = players.map(|player| self.engines.player_name(player));
                game = game.continued(names, known);
                file = Some(save);
            }
        }
        self.explorer.explore(explored);
        let is_restart = self.pages.is_empty();
        let turned = self
            .devices
            .begin_game(game.is_swapped(), is_restart.then_some(game.is_turned()));
        self.game = game.begun(self.game.number() + 1, turned);
        self.saves.begin_file(file, self.unix_ms);
        self.pages.start_over();
        if self.game.ending().is_none() {
            self.next_turn();
        }
        if is_unsaved {
            self.saves.mark_unsaved(self.now);
        }
        Begun { saved }
    }

    /// The game on the board as an entry of the list of saved games, if it is saved.
    fn entry(&self) -> Option<GameEntry> {
        let file = self.saves.on_board();
        let file = file.filter(|_| !self.game.tree().is_blank())?.to_owned();
        let mut entry = GameEntry {
            created: created_at(&file),
            file: Some(file),
            ..GameEntry::new(Ok(summarise(self.game.record(self.player_names()))))
        };
        entry.summary.seats = Some(self.game.players().clone());
        Some(entry)
    }

    /// Puts the game on the board that was there when the program ended, if its file can be read.
    pub(super) fn resume(&mut self) {
        if let Some(file) = self.profile.board().map(str::to_owned) {
            let _ = self.open_saved(None, file);
        }
    }

    /// Opens a saved game.
    pub(super) fn open_saved(
        &mut self,
        client: Option<ClientId>,
        file: String,
    ) -> Result<BeginAnswer, Refusal> {
        if file == self.saves.file() {
            return Err(Refusal::OnBoard);
        }
        self.save_if_due();
        let record = self.saves.record(&file, self.files.as_ref())?;
        let opened = record::open(&record, self.game.tree().next())?;
        let origin = GameOrigin::Save(file);
        self.begin_or_propose(client, PendingGame { opened, origin })
    }

    /// Begins to open a record of any known format, or a position. The answer to a long one follows later.
    pub(super) fn import(
        &mut self,
        requester: Requester,
        request: ImportRequest,
    ) -> Result<Option<Value>, Refusal> {
        let game = self.game.known_game(&request.game)?;
        let mut reading = FileReading::new(requester, game, request)?;
        self.stop_opening(Refusal::OtherGameRequested);
        if reading.read_next() {
            self.opening = Some(reading);
            return Ok(None);
        }
        self.file_is_read(reading)
    }

    /// Stops opening a file, for this reason.
    pub(super) fn stop_opening(&mut self, reason: Refusal) {
        if let Some(stopped) = self.opening.take() {
            let stopped_for: Result<(), Refusal> = Err(reason);
            self.answer(&RequestAnswer::new(stopped.requester(), stopped_for));
        }
    }

    /// Reads the next games of the file that a page opens. Returns the answer after the last one.
    pub(super) fn read_opened_file(&mut self) -> Option<RequestAnswer> {
        if self.opening.as_mut()?.read_next() {
            return None;
        }
        let reading = self.opening.take()?;
        let requester = reading.requester();
        let result = self.file_is_read(reading).transpose()?;
        Some(RequestAnswer::new(requester, result))
    }

    /// All games of a file have been read. Returns the answer, unless it was sent.
    fn file_is_read(&mut self, reading: FileReading) -> Result<Option<Value>, Refusal> {
        let (client, id) = reading.requester();
        let (pending, others, warning) = match reading.finish(self.game.tree().next())? {
            ReadFile::Several(list) => {
                let answer = id.map(|id| pages::answer_text(client, id, &list));
                self.outputs.extend(answer);
                return Ok(None);
            }
            ReadFile::Shortened(answer) => return Ok(Some(json!(answer))),
            ReadFile::Game(pending, others, warning) => (*pending, others, warning),
        };
        Ok(Some(json!(ImportAnswer::Opened {
            begun: self.begin_or_propose(Some(client), pending)?,
            others,
            warning,
        })))
    }

    /// Opens a link: puts its moves on the saved game, or begins the game that it holds. `name` is the name of the
    /// user.
    pub(super) fn open_link(
        &mut self,
        client: ClientId,
        link: &str,
        name: String,
    ) -> Result<LinkAnswer, Refusal> {
        let sent = SentGame::read(link, self.game.tree().next())?;
        let on_board = self.game.link().filter(|link| link.id == sent.id);
        let (own, file, added) = match on_board.map(|link| link.own) {
            Some(own) => (own, None, sent.added_to(&self.game, own)?),
            None => {
                self.save_if_due();
                let files = self.files.as_ref();
                let Some(file) = self.saves.file_of_link(&sent.id, files) else {
                    let pending = sent.begin(name, self.date_tags())?;
                    let begun = self.begin_or_propose(Some(client), pending)?;
                    return Ok(LinkAnswer {
                        saved: begun.saved(),
                        news: LinkNews::New,
                    });
                };
                let record = self.saves.record(&file, files)?;
                let saved = CurrentGame::new(record::open(&record, 1)?);
                let own = saved.link().map_or(sent.to, |link| link.own);
                (own, Some(file), sent.added_to(&saved, own)?)
            }
        };
        let begun = file.map(|file| self.open_saved(Some(client), file));
        let saved = begun.transpose()?.and_then(BeginAnswer::saved);
        let news = sent.news(&added, own);
        if news == LinkNews::Added
            && let Some(friend) = sent.player(!own)
        {
            self.game.set_player(!own, friend);
        }
        for token in added.moves {
            self.play(self.game.live(), &token, true)?;
        }
        if added.resigns && self.game.ending().is_none() {
            let outcome = Outcome::Win(own);
            self.end_game(GameEnd::by(outcome, Termination::Resignation));
        }
        Ok(LinkAnswer { saved, news })
    }

    /// When a game begins, as tags of PGN: the day of the user, and the time in UTC.
    fn date_tags(&self) -> Vec<(String, String)> {
        let local = self.unix_ms.saturating_add_signed(self.zone * 60_000);
        let tags = [
            ("Date", date::date(local)),
            ("UTCDate", date::date(self.unix_ms)),
            ("UTCTime", date::time(self.unix_ms)),
        ];
        tags.map(|(name, value)| (name.to_owned(), value)).to_vec()
    }

    /// A page says how many minutes the clock of the user is ahead of UTC. The first game begins before that.
    pub(super) fn set_zone(&mut self, minutes: i32) {
        let zone = i64::from(minutes.clamp(-DAY, DAY));
        if zone != self.zone {
            self.zone = zone;
            let tags = self.date_tags();
            self.game.set_date(tags);
        }
    }
}
