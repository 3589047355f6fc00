//! Carries out the requests of pages.

use serde::Serialize;
use serde_json::{Value, json};

use super::BoardSession;
use super::game::queries;
use super::game::series::Series;
use super::pages::answers::Invitation;
use super::pages::messages::ClientRequest;
use super::pages::{ClientId, RequestAnswer};
use super::position::position;
use super::refusal::Refusal;
use ringstack_engine::rules::Side;

/// The answer to a request; `None` if it follows later.
type Answer = Result<Option<Value>, Refusal>;

fn answered(answer: impl Serialize) -> Answer {
    Ok(Some(json!(answer)))
}

/// The answer follows later.
fn later(asked: Result<(), impl Into<Refusal>>) -> Answer {
    asked.map_err(Into::into).map(|()| None)
}

impl BoardSession {
    pub(super) fn message(
        &mut self,
        client: ClientId,
        id: Option<u64>,
        request: Result<ClientRequest, String>,
    ) -> Option<RequestAnswer> {
        let result = match request {
            Ok(request) => match self
                .check(client, &request)
                .and_then(|()| self.propose_request(client, &request))
            {
                Ok(None) => self.request(client, id, request).transpose()?,
                Ok(Some(answer)) => Ok(answer),
                Err(refusal) => Err(refusal),
            },
            Err(error) => Err(error.into()),
        };
        Some(RequestAnswer { client, id, result })
    }

    /// Carries out a request.
    pub(super) fn request(
        &mut self,
        client: ClientId,
        id: Option<u64>,
        request: ClientRequest,
    ) -> Answer {
        use ClientRequest as Request;
        let from = (client, id);
        match request {
            Request::Hello { version, zone } => {
                if self.devices.is_owner(client) {
                    self.set_zone(zone);
                }
                self.welcome_client(client, version);
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
            Request::BestLine(position) => return later(self.find_best_line(from, &position)),
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
            Request::Decode { bytes } => return answered(self.decode(&bytes)?),
            Request::Play { node, token, game } => return answered(self.play(node, &token, game)?),
            Request::Import(import) => return self.import(from, import),
            Request::StopOpening => self.stop_opening(Refusal::OpeningStopped),
            Request::OpenLink { link, name } => {
                return answered(self.open_link(client, &link, name)?);
            }
            Request::New(new) => return self.request_game(from, new),
            Request::Rematch => {
                let next = self.game.again();
                return answered(self.new_game(Some(client), next, Series::of(0))?);
            }
            Request::Explore { node, games } => return self.explore(from, node, games),
            Request::Saves => return answered(self.list_saved()),
            Request::OpenSaved { file } => return answered(self.open_saved(Some(client), file)?),
            Request::ExportSaved { files } => return answered(self.export_saved(&files)?),
            Request::SceneSaved { file } => return answered(self.saved_scene(&file)?),
            Request::RenameSaved { file, names } => self.rename_saved(&file, names)?,
            Request::DuplicateSaved { files } => self.duplicate_saved(&files)?,
            Request::DeleteSaved { files } => self.delete_saved(&files)?,
            Request::RestoreSaved { files } => self.restore_saved(&files)?,
            Request::AddGames { text } => return later(self.add_games(from, text)),
            Request::Continue { yes } => {
                let file = self.saves.last_game()?;
                if yes {
                    return answered(self.open_saved(Some(client), file)?);
                }
            }
            Request::Profile(change) => self.profile.change(change, self.now)?,
            Request::ProfileAnew => return answered(self.begin_profile_anew()?),
            Request::Side { side } => {
                self.devices.take(client, side)?;
                self.end_help();
            }
            Request::AnswerProposal { number, accept } => {
                self.answer_proposal(client, number, accept)?;
            }
            Request::Player { side, player } => self.change_player(side, player)?,
            Request::Live { node } => self.go_live(node)?,
            Request::Takeback { side } => self.take_back(side)?,
            Request::OfferDraw => self.agree_draw()?,
            Request::Result { winner } => self.set_result(winner.map(Into::into))?,
            Request::Resign { side } => self.resign(side)?,
            Request::Pause { on } => self.pause(on),
            Request::Step => self.step()?,
            Request::MoveNow => self.move_now()?,
            Request::Pace { ms } => self.set_pace(ms)?,
            Request::Remove { node } => self.remove(node)?,
            Request::Promote { node } => self.promote(node)?,
            Request::Comment { node, text } => self.comment(node, text)?,
            Request::Draw { node, drawn } => self.draw(node, drawn)?,
            Request::Mark { node, mark } => self.mark(node, &mark)?,
            Request::Undo => self.undo()?,
            Request::Analyse(request) => self.analyse(request)?,
            Request::Review { on, engine, ms } => self.review(on, engine, ms)?,
            Request::Option {
                engine,
                name,
                value,
            } => self.set_option(engine, &name, value)?,
            Request::Restart { engine } => self.restart(engine)?,
            Request::Traffic { engine } => self.traffic(client, engine)?,
        }
        Ok(Some(Value::Null))
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
