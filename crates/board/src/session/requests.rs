//! Carries out the requests of pages.

use serde::Serialize;
use serde_json::{Value, json};

use super::game::queries;
use super::messages::answers::{Invitation, ProfileFile};
use super::messages::requests::ClientRequest;
use super::messages::{ClientId, RequestAnswer, Requester};
use super::opening::import;
use super::pages::server_messages::ServerMessage;
use super::players::proposals::{ProposalAnswer, ProposedChange};
use super::position::position;
use super::refusal::Refusal;
use super::{BoardSession, checks, files, rights};
use ringstack_engine::rules::Side;

/// The answer to a request; `None` if it follows later.
type Answer = Result<Option<Value>, Refusal>;

fn answered(answer: impl Serialize) -> Answer {
    Ok(Some(json!(answer)))
}

impl BoardSession {
    pub(super) fn message(
        &mut self,
        client: ClientId,
        id: Option<u64>,
        request: Result<ClientRequest, String>,
    ) -> Option<RequestAnswer> {
        let result = match request {
            Ok(request) => {
                let rights = rights(&self.game, &self.devices, &self.profile);
                let checked = rights.check(client, &request);
                let proposals = &mut self.proposals;
                match checked.and_then(|()| proposals.propose_request(client, &request, &rights)) {
                    Ok(None) => self.request(client, id, request).transpose()?,
                    Ok(Some(proposed)) => Ok(json!(proposed)),
                    Err(refusal) => Err(refusal),
                }
            }
            Err(error) => Err(error.into()),
        };
        Some(RequestAnswer { client, id, result })
    }

    /// Carries out a request.
    fn request(&mut self, client: ClientId, id: Option<u64>, request: ClientRequest) -> Answer {
        use ClientRequest as Request;
        let from = (client, id);
        let names = request.saved_files().iter();
        names.map(String::as_str).try_for_each(files::check_name)?;
        match request {
            Request::Hello { version, zone } => {
                if self.devices.is_owner(client) {
                    self.set_zone(zone);
                }
                self.greet(client, version);
                return Ok(None);
            }
            Request::View { node } => return answered(self.game.view(node, None)?),
            Request::Touches {
                node,
                touches,
                play,
            } => return answered(self.touch(node, &touches, play)?),
            Request::Peek { node, tokens } => return answered(self.game.peek(node, &tokens)?),
            Request::Edit(edit) => return answered(self.game.edit(&edit)?),
            Request::Position(position) => return answered(queries::view_position(&position)?),
            Request::PositionTouches { position, touches } => {
                return answered(queries::touch_position(&position, &touches)?);
            }
            Request::BestLine(position) => {
                let engines = &mut self.engines;
                let outputs = self.line_searches.begin(from, &position, engines)?;
                self.outputs.extend(outputs);
                return Ok(None);
            }
            Request::Consequences {
                position,
                line,
                better,
            } => return answered(queries::consequences(&position, line, better)?),
            Request::About { game } => return answered(position(&game, None)?.about()),
            Request::Lessons { game } => return answered(position(&game, None)?.lessons()),
            Request::Puzzles { game } => return answered(position(&game, None)?.puzzles()),
            Request::Texts { game, language } => {
                return answered(queries::texts(game, &language)?);
            }
            Request::Invite { side } => return answered(self.invite(client, side)?),
            Request::Export { node } => {
                return answered(self.game.export(node, self.player_names())?);
            }
            Request::Decode { bytes } => {
                return answered(import::decode(&bytes, &mut self.explorer)?);
            }
            Request::Play { node, token, game } => return answered(self.play(node, &token, game)?),
            Request::Import(import) => return self.import(from, import),
            Request::StopOpening => self.stop_opening(Refusal::OpeningStopped),
            Request::OpenLink { link, name } => {
                return answered(self.open_link(client, &link, name)?);
            }
            Request::New(new) => return self.request_game(from, new),
            Request::Rematch => return answered(self.rematch(client)?),
            Request::Explore { node, games } => {
                let (files, on_board) = (self.files.as_ref(), self.saves.file());
                let game = &mut self.game;
                let answer = self
                    .explorer
                    .ask(from, node, games, game, on_board, files)?;
                return Ok(answer.map(|answer| json!(answer)));
            }
            Request::OpenSaved { file } => return answered(self.open_saved(Some(client), file)?),
            Request::Saves
            | Request::ExportSaved { .. }
            | Request::SceneSaved { .. }
            | Request::RenameSaved { .. }
            | Request::DuplicateSaved { .. }
            | Request::DeleteSaved { .. }
            | Request::RestoreSaved { .. }
            | Request::AddGames { .. } => {
                // The file of the game on the board must be up to date.
                self.save_if_due();
                return self.library_request(from, request);
            }
            Request::Continue { yes } => {
                let file = self.saves.last_game()?;
                if yes {
                    return answered(self.open_saved(Some(client), file)?);
                }
            }
            Request::Profile(change) => self.profile.change(change, self.now)?,
            Request::ProfileAnew => {
                let (files, now) = (self.files.as_mut(), self.now);
                let text = self.profile.begin_anew(files, self.unix_ms, now)?;
                return answered(ProfileFile { text });
            }
            Request::Side { side } => {
                self.devices.take(client, side)?;
                self.end_help();
            }
            Request::AnswerProposal { number, accept } => {
                self.answer_proposal(client, number, accept)?;
            }
            Request::Player { side, player } => self.change_player(side, player)?,
            Request::Live { node } => {
                self.game.go_live(node, self.now)?;
                self.game_moved();
            }
            Request::Takeback { side } => {
                let removal = self.game.take_back(side, self.now)?;
                self.line_removed(removal);
            }
            Request::OfferDraw => {
                self.game.agree_draw(self.now)?;
                self.stop_thinking();
            }
            Request::Result { winner } => {
                self.game.set_result(winner.map(Into::into), self.now)?;
                self.game_moved();
            }
            Request::Resign { side } => {
                self.game.resign(side, self.now)?;
                self.stop_thinking();
            }
            Request::Pause { on } => self.pause(on),
            Request::Step => self.step()?,
            Request::MoveNow => {
                let stop = self.engines.move_now(self.now)?;
                self.outputs.extend(stop);
            }
            Request::Pace { ms } => self.game.set_pace(ms)?,
            Request::Remove { node } => {
                let removal = self.game.remove(node, self.now)?;
                self.line_removed(removal);
            }
            Request::Promote { node } => self.game.promote(node)?,
            Request::Comment { node, text } => self.game.comment(node, text)?,
            Request::Draw { node, drawn } => self.game.draw(node, drawn)?,
            Request::Mark { node, mark } => self.game.mark(node, &mark)?,
            Request::Undo => {
                if self.game.undo(self.now)? {
                    self.game_moved();
                }
            }
            Request::Analyse(request) => {
                let (game, engines) = (&mut self.game, &mut self.engines);
                let outputs = self.study.analyse(request, game, engines)?;
                self.outputs.extend(outputs);
            }
            Request::Review { on: false, .. } => self.stop_review(),
            Request::Review { engine, ms, .. } => {
                let (game, engines) = (&mut self.game, &mut self.engines);
                let outputs = self.study.begin_review(engine, ms, game, engines)?;
                self.outputs.extend(outputs);
            }
            Request::Option {
                engine,
                name,
                value,
            } => {
                let value = value.map(|value| checks::checked_text("value", value, false));
                let set = self.engines.set_option(engine, &name, value.transpose()?)?;
                self.outputs.extend(set);
                let (game, engines) = (&mut self.game, &mut self.engines);
                let outputs = self.study.restart_analysis(engine, game, engines)?;
                self.outputs.extend(outputs);
            }
            Request::Restart { engine } => self.restart(engine)?,
            Request::Traffic { engine } => {
                let studies = self.study.is_open();
                let request = self.engines.traffic(client, engine, studies)?;
                self.outputs.push(request);
            }
        }
        Ok(Some(Value::Null))
    }

    /// Carries out a request about the saved games.
    fn library_request(&mut self, from: Requester, request: ClientRequest) -> Answer {
        use ClientRequest as Request;
        let (files, unix_ms) = (self.files.as_mut(), self.unix_ms);
        match request {
            Request::Saves => return answered(self.saves.saved_games(files)),
            Request::ExportSaved { files: names } => {
                return answered(self.saves.export(&names, files));
            }
            Request::SceneSaved { file } => return answered(self.saves.scene(&file, files)?),
            Request::RenameSaved { file, names } => self.rename_saved(&file, names)?,
            Request::DuplicateSaved { files: names } => {
                self.saves.duplicate(&names, files, unix_ms)?;
            }
            Request::DeleteSaved { files: names } => self.saves.delete(&names, files, unix_ms)?,
            Request::RestoreSaved { files: names } => self.saves.restore(&names, files)?,
            Request::AddGames { text } => {
                self.saves.add_games(from, text, self.game.id(), files)?;
                return Ok(None);
            }
            _ => {}
        }
        Ok(Some(Value::Null))
    }

    /// Changes the names of the players and of the event in a saved game.
    fn rename_saved(&mut self, file: &str, names: files::GameNames) -> Result<(), Refusal> {
        let [one, two] = names.players;
        let players = [checks::checked_name(one)?, checks::checked_name(two)?];
        let event = checks::checked_name(names.event)?;
        if file != self.saves.file() {
            let files = self.files.as_mut();
            return self.saves.rename(file, players, &event, files);
        }
        let known = self.game.players().iter().zip(self.player_names());
        for ((player, before), name) in known.zip(&players) {
            if !player.is_human() && *name != before {
                return Err(Refusal::EngineKeepsName { name: before });
            }
        }
        self.game.rename(players, &event);
        Ok(())
    }

    /// Accepts or declines a proposal, or withdraws it.
    fn answer_proposal(
        &mut self,
        client: ClientId,
        number: u64,
        accept: bool,
    ) -> Result<(), Refusal> {
        match self
            .proposals
            .answer(client, number, accept, &self.devices)?
        {
            ProposalAnswer::Declined(pages) => {
                for page in pages {
                    self.send(page, &json!(ServerMessage::Declined));
                }
            }
            ProposalAnswer::Accepted(ProposedChange::Begin(pending)) => {
                self.begin(*pending);
            }
            ProposalAnswer::Accepted(ProposedChange::Request(request)) => {
                self.request(client, None, *request)?;
            }
        }
        Ok(())
    }

    /// The link for another device that plays `side`, or watches. Guests may invite only those who watch.
    fn invite(&self, client: ClientId, side: Option<Side>) -> Result<Invitation, Refusal> {
        let links = self.links.as_ref();
        let links = links.ok_or("only this computer can connect; start with --listen")?;
        let address = match side {
            None => &links.watchers,
            Some(_) if !self.devices.is_owner(client) => return Err(Refusal::NoSeat),
            Some(side) => match self.devices.seat_of(side) {
                Side::One => &links.seats[0],
                Side::Two => &links.seats[1],
            },
        };
        let address = address.clone();
        Ok(Invitation { address })
    }
}
