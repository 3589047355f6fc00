// Generated from the types of the program, see CONTRIBUTING.md. Do not edit.

/** A short description of a rule set. */
export type About = {
  /** The version of the answers, `VERSION`. */
  v: number;
  /** The id of the game and its rule set. */
  id: string;
  /** The name of the game. */
  title: string;
  /** The players. */
  players: Players;
  /** The rules by paragraph. */
  rules: Rule[];
};

/** What became of the games of a record. */
export type AddedGames = {
  added: number;
  /** The number of games that were there before. */
  repeated: number;
  /** The number of added games that end before an illegal move. */
  shortened: number;
  refused: number;
  /** Why the first games were shortened or refused. */
  reasons: Refusal[];
};

/** The progress of adding games. */
export type AddingSection = {
  /** The number of games so far. */
  done: number;
};

/** One of the words of a choice. */
export type Alternative = {
  /** The word. */
  value: string;
  /** The meaning of the word. */
  label: Text;
};

/** A line of an analysis, with its value for player 1. */
export type AnalysisLine = {
  /** The rank among the lines, from 1. */
  rank: number;
  /** Depth in plies. */
  depth: number;
  /** The length of the longest line, in plies, if the engine reports it. */
  seldepth: number | null;
  cp?: number;
  mate?: number;
  bound?: string;
  /** Centipawns of one unit of the logistic function from values to winning chances; `null` if the engine does not report it. */
  scale: number | null;
  /** The number of positions visited. */
  nodes: number;
  /** Positions per second. */
  nps: number;
  /** Milliseconds. */
  time: number;
  /** The moves. */
  pv: string[];
  /** The expected score of player 1, from 0 to 1. */
  share: number;
  /** The token as given. */
  token?: string;
  /** The canonical form of the token. */
  canonical?: string;
  /** The move in words. */
  text?: Text;
  /** All places on the route, in order. */
  path?: string[];
  /** The same, as a list of places for each action. */
  arrows?: string[][];
  /** The changes. */
  steps?: SceneEvent[][];
};

/** The lines of an analysis. */
export type AnalysisLines = {
  /** The node of the position. */
  node: number;
  /** The best line first. */
  lines: AnalysisLine[];
  /** Whether the engine is still thinking. */
  running: boolean;
};

/** An analysis, without its lines. */
export type AnalysisSection = {
  /** The node of the position. */
  node: number;
  /** The engine. */
  engine: number;
  /** The number of lines. */
  lines: number;
  /** The time limit in milliseconds; 0 for none. */
  ms: number;
  /** The moves to evaluate; empty for all moves. */
  only: string[];
  /** Whether the engine is still thinking. */
  running: boolean;
};

/** The answers by the tags of their requests. */
export type Answers = {
  hello: null;
  view: View;
  touches: TouchAnswer;
  peek: Scene;
  edit: EditResult;
  position: View;
  position_touches: TouchAnswer;
  best_line: AnalysisLine;
  consequences: Consequences;
  about: About;
  lessons: Lessons;
  puzzles: Puzzles;
  invite: Invitation;
  texts: TextTable;
  export: Exported;
  play: MoveAnswer;
  new: BeginAnswer;
  rematch: BeginAnswer;
  side: null;
  answer_proposal: null;
  player: Proposed | null;
  live: Proposed | null;
  takeback: Proposed | null;
  offer_draw: Proposed | null;
  result: Proposed | null;
  resign: null;
  pause: Proposed | null;
  step: null;
  move_now: null;
  pace: null;
  remove: Proposed | null;
  promote: null;
  comment: null;
  draw: null;
  mark: null;
  undo: Proposed | null;
  analyse: null;
  review: null;
  option: null;
  restart: null;
  traffic: null;
  explore: Explored;
  import: ImportAnswer;
  stop_opening: null;
  open_link: LinkAnswer;
  saves: SavedGames;
  open_saved: BeginAnswer;
  export_saved: ExportedGames;
  scene_saved: Scene;
  rename_saved: null;
  duplicate_saved: null;
  delete_saved: null;
  restore_saved: null;
  decode: Decoded;
  add_games: AddedGames;
  profile: null;
  profile_anew: ProfileFile;
  continue: BeginAnswer | null;
};

/** The answer to a request that begins a game. */
export type BeginAnswer = Begun | Proposed;

/** A game has begun. */
export type Begun = {
  /** The previous game, if it was saved. */
  saved: GameEntry | null;
};

/** A request of a page, answered as `answers` describes. */
export type ClientRequest =
  | { t: "hello"; version: number; zone?: number }
  | { t: "view"; node: number }
  | { t: "touches"; node: number; touches: string[]; play?: boolean | null }
  | { t: "peek"; node: number; tokens: string[] }
  | { t: "edit"; game?: string | null; fen?: string | null; node?: number | null; items: string[] }
  | { t: "position"; game: string; fen?: string | null; moves?: string[] }
  | { t: "position_touches"; position: PositionRequest; touches: string[] }
  | { t: "best_line"; game: string; fen?: string | null; moves?: string[] }
  | { t: "consequences"; position: PositionRequest; line: LineRequest; better?: LineRequest | null }
  | { t: "about"; game: string }
  | { t: "lessons"; game: string }
  | { t: "puzzles"; game: string }
  | { t: "invite"; side?: Side | null }
  | { t: "texts"; game?: string | null; language: string }
  | { t: "export"; node: number }
  | { t: "play"; node: number; token: string; game: boolean }
  | { t: "new"; game?: string | null; fen?: string | null; random?: RandomSetup | null; players: [PlayerConfigInput, PlayerConfigInput]; time: TimeControls; series?: number; swapped?: boolean; one_device?: boolean; by_link?: Side | null }
  | { t: "rematch" }
  | { t: "side"; side?: Side | null }
  | { t: "answer_proposal"; number: number; accept: boolean }
  | { t: "player"; side: Side; player: PlayerConfigInput }
  | { t: "live"; node: number }
  | { t: "takeback"; side?: Side | null }
  | { t: "offer_draw" }
  | { t: "result"; winner?: Winner | null }
  | { t: "resign"; side: Side }
  | { t: "pause"; on: boolean }
  | { t: "step" }
  | { t: "move_now" }
  | { t: "pace"; ms: number }
  | { t: "remove"; node: number }
  | { t: "promote"; node: number }
  | { t: "comment"; node: number; text: string }
  | { t: "draw"; node: number; drawn: DrawingInput[] }
  | { t: "mark"; node: number; mark: string }
  | { t: "undo" }
  | { t: "analyse"; on: boolean; node: number; engine: number; lines: number; ms: number; only: string[] }
  | { t: "review"; on: boolean; engine: number; ms: number }
  | { t: "option"; engine: number; name: string; value?: string | null }
  | { t: "restart"; engine: number }
  | { t: "traffic"; engine: number }
  | { t: "explore"; node: number; games: ExploredGames }
  | { t: "import"; text: string; number?: number | null; game?: string | null; keep_legal?: boolean }
  | { t: "stop_opening" }
  | { t: "open_link"; link: string; name: string }
  | { t: "saves" }
  | { t: "open_saved"; file: string }
  | { t: "export_saved"; files: string[] }
  | { t: "scene_saved"; file: string }
  | { t: "rename_saved"; file: string; names: GameNames }
  | { t: "duplicate_saved"; files: string[] }
  | { t: "delete_saved"; files: string[] }
  | { t: "restore_saved"; files: string[] }
  | { t: "decode"; bytes: string }
  | { t: "add_games"; text: string }
  | ProfileInput & { t: "profile" }
  | { t: "profile_anew" }
  | { t: "continue"; yes: boolean };

/** The clocks. */
export type ClockSection = {
  /** The remaining times at the last change, in milliseconds. */
  left: [number, number];
  /** The side whose clock has been running since then. */
  running: Side | null;
  /** When it began to run, in milliseconds since the program started. */
  since: number | null;
};

/** Colours of pieces. */
export type Colour =
  | "white"
  | "grey"
  | "black"
  | "red";

/** A sentence about what a line does on the board. */
export type Consequence = {
  /** The sentence. */
  text: Text;
  /** The player whom it is about. */
  side: Side;
  /** The player whom it helps. */
  helps: Side;
  /** The places where it happens. */
  at: string[];
  /** The number of plies of the line after which it has happened. */
  plies: number;
};

/** What a line does, or in what two lines differ. No sentence means that nothing on the board explains it. */
export type Consequences = {
  /** What the line does; beside a better line, what only the line allows. */
  line: Consequence[];
  /** What only the better line does. */
  better: Consequence[];
};

/** The text of a file. */
export type Decoded = { text: string } | { indexed: number };

/** An arrow, or a circle around a place. */
export type Drawing = {
  /** The ink. */
  ink: Ink;
  /** The id of the start of the arrow, or of the circled place. */
  from: string;
  /** The id of the end of the arrow; `null` for a circle. */
  to?: string;
};

/** An arrow, or a circle around a place. */
export type DrawingInput = {
  /** The ink. */
  ink: Ink;
  /** The id of the start of the arrow, or of the circled place. */
  from: string;
  /** The id of the end of the arrow; `null` for a circle. */
  to?: string | null;
};

/** The current content of a place. */
export type EditCell = {
  /** The id of the place. */
  id: string;
  /** The word of the content. */
  put: string;
  /** The number of pieces, in games with stacks. */
  height: number | null;
};

/** A setting with a few possible words, or with free text. */
export type EditChoice = {
  /** Unique in the form. */
  id: string;
  /** The name of the setting. */
  label: Text;
  /** The player it belongs to; `null` for both. */
  owner: Side | null;
  /** Whether it has an effect in the current state of the form. */
  active: boolean;
  /** The current word. */
  value: string;
  /** The possible words. If empty, any word is allowed. */
  options: Alternative[];
};

/** A number that can be set, such as the pieces in a hand. */
export type EditCounter = {
  /** Unique in the form. The count of a supply item has the id of the item. */
  id: string;
  /** The name of the count. */
  label: Text;
  /** The owner; `null` for a shared count. */
  owner: Side | null;
  /** The kind of the pieces, if pieces are counted. */
  kind: string | null;
  /** Whether it has an effect in the current state of the form. */
  active: boolean;
  /** The current number. */
  count: number;
  /** The maximum. */
  most: number;
};

/** The result of edits to a position. */
export type EditResult = {
  /** The version of the answers, `VERSION`. */
  v: number;
  /** The FEN; `null` if the form is not a valid position. */
  fen: string | null;
  /** Why the form is not a valid position. */
  problem: Text | null;
  /** The scene, also of an invalid position. */
  scene: Scene;
  /** The pieces on each board and the pieces that can be put there. */
  palettes: PieceOptions[];
  /** Numbers, such as the pieces in a hand. */
  counts: EditCounter[];
  /** Other settings: the side to move, rights, phases. */
  choices: EditChoice[];
};

/** An engine. */
export type EngineSection = {
  /** The name. */
  name: string;
  /** What the engine does. */
  state: string;
  /** Why it does not work; `null` if it does. */
  trouble: Refusal | null;
  /** The options that a user may set. */
  options: OptionLine[];
  /** The minimum and maximum level, if the strength can be set. */
  levels: [number, number] | null;
  /** The level of the command line. */
  level: number | null;
  /** The option values that users have set. */
  set: Record<string, string>;
};

/** The evaluation of a position by an engine. */
export type Evaluation = {
  cp?: number;
  mate?: number;
  bound?: string;
  /** Centipawns of one unit of the logistic function from values to winning chances; `null` if the engine does not report it. */
  scale?: number;
  /** Depth in plies. */
  depth: number;
  /** The length of the longest line, in plies. */
  seldepth?: number;
  /** The number of positions visited. */
  nodes?: number;
  /** The number of positions visited per second. */
  nps?: number;
  /** The best line. */
  pv: string[];
  /** The name of the engine. */
  by: string;
};

/** The moves played at a node. */
export type Explored = {
  /** The number of games with the same rules. */
  games: number;
  /** The most frequent first. */
  moves: ExploredMove[];
};

/** The games whose moves are explored. */
export type ExploredGames =
  | "saves"
  | "file";

/** A move played at a node. */
export type ExploredMove = {
  token: string;
  /** Wins of player 1, wins of player 2, draws, and games without a result. */
  results: [number, number, number, number];
};

/** The game and a position as text. */
export type Exported = {
  fen: string;
  /** The game as a line of the format `list`. */
  list: string;
  pgn: string;
};

/** Saved games as one text. */
export type ExportedGames = {
  pgn: string;
  /** Why games are missing. */
  errors: Refusal[];
};

/** A file with several games. */
export type FileSection = {
  /** The number of games. */
  games: number;
};

/** The end of a game. */
export type GameEnd = {
  winner: Winner;
  /** How the game ended, as a word. */
  reason: string;
  /** The same as a sentence, if the rules ended the game. */
  text: Text | null;
};

/** A game in a list of games. */
export type GameEntry = {
  /** The number in an opened file. */
  number?: number;
  /** The file in the folder of saves. */
  file?: string;
  /** When the file was created, in milliseconds since 1970. */
  created?: number;
  game: string;
  players: [string, string];
  result: string;
  /** How the game ended, as in the tag `Termination`. */
  reason?: string;
  plies: number;
  /** The first moves. */
  opening?: string;
  /** The players of a save. */
  seats?: [PlayerConfig, PlayerConfig];
  /** The accuracy of both players in a save that was reviewed, in percent. */
  accuracy?: [number | null, number | null];
  /** The number of comments with text, those of variations included. */
  comments: number;
  /** Whether every position except the last has a value. */
  reviewed: boolean;
  date: string;
  event?: string;
  round?: string;
  /** The reason why it cannot be read. */
  error?: Refusal;
  /** The number of moves before the first illegal one. */
  legal?: number;
  /** In a saved game by link, whether the user is to move. */
  by_link?: boolean;
};

/** The names in a record. */
export type GameNames = {
  /** The players, player 1 first. */
  players: [string, string];
  /** The event; empty if there is none. */
  event: string;
};

/** The game on the board. */
export type GameSection = {
  /** The id of the game. */
  id: string;
  /** Its rules. */
  about: About | null;
  /** The first position; `null` for the start position. */
  fen: string | null;
  /** The node of the first position. */
  root: number;
  /** Counts the games of this run. */
  number: number;
  /** Other facts, by name. */
  tags: ([string, string])[];
  /** Whether it began as a rematch, with sides swapped. */
  swapped: boolean;
  /** Whether two people play it on one device: devices with seats only watch. */
  one_device: boolean;
  /** Whether it is a record, whose moves cannot be taken back. */
  record: boolean;
  /** Whether the game follows two users without clocks: a move at any node continues it. */
  study: boolean;
  /** The game by link, if it is one. */
  link: LinkSection | null;
};

/** A game that can be played. */
export type GameTitle = {
  /** The id. */
  id: string;
  /** The name. */
  title: string;
  /** The names of its sides, such as `White`, for players without a name. */
  sides: [string, string];
  /** Whether the game can end with a draw. */
  draws: boolean;
  /** Whether a player who can do nothing else passes. */
  passes: boolean;
  /** Whether it has random set-ups. */
  random_setup: boolean;
};

/** The look of a place. */
export type Ground =
  | "dark"
  | "light"
  | "field"
  | "ring"
  | "gone"
  | "crossing"
  | "dot";

/** A highlight of places or items. */
export type Highlight = {
  /** The places and items. */
  at: string[];
  /** The meaning of the highlight. */
  as: Role;
};

/** The answer to `import`. */
export type ImportAnswer = { count: number; games: GameEntry[] } | { refused: Refusal; legal: number } | (Begun | Proposed) & ({ others?: string[]; warning?: Refusal | null });

/** The colour of a drawing. */
export type Ink =
  | "green"
  | "red"
  | "blue"
  | "yellow";

/** A link for another device. */
export type Invitation = {
  address: string;
};

/** Pieces of one kind in a supply. */
export type Item = {
  /** Unique in the scene. */
  id: string;
  /** The kind of the pieces. */
  kind: string;
  /** The number of pieces. */
  count: number;
  /** A target of the owner: this many pieces of this kind alone. */
  target?: number;
};

/** A text on a board. */
export type Label = {
  /** The text. */
  text: string;
  /** The x coordinate of the centre. */
  x: number;
  /** The y coordinate of the centre. */
  y: number;
};

/** A lesson. */
export type Lesson = {
  /** Unique in a game. */
  id: string;
  /** The title. */
  title: Text;
  /** What the lesson teaches. */
  text: Text;
  /** The lessons of other rule sets to take before this one: `rule-set/lesson`, or `rule-set` for all of them. */
  after: string[];
  /** The position of the first step. */
  fen: string;
  /** The steps. */
  steps: LessonStep[];
};

/** Wrong moves with their feedback. */
export type LessonMistake = {
  /** Their canonical tokens. */
  tokens: string[];
  /** The feedback. */
  text: Text;
};

/** A step of a lesson: a position that is explained, often with a task. */
export type LessonStep = {
  /** The explanation. */
  text: Text;
  /** The position. */
  fen: string;
  /** Moves that were played from this position before the step begins. */
  moves: string[];
  /** Places and items to point at. */
  points: string[];
  /** The task; `null` if the step only explains. */
  task: LessonTask | null;
};

/** A move to find. */
export type LessonTask = {
  /** The instruction. */
  text: Text;
  /** The canonical tokens of the accepted moves, short ones first; the first one is shown as the solution. */
  accepted: string[];
  /** The feedback for an accepted move. */
  right: Text;
  /** The feedback for other moves. */
  wrong: Text;
  /** The feedback for particular wrong moves. */
  mistakes: LessonMistake[];
  /** The answer of the opponent to the accepted move. The next step follows it. */
  reply: string | null;
};

/** The lessons of a rule set. */
export type Lessons = {
  /** The version of the answers, `VERSION`. */
  v: number;
  /** The id of the rule set. */
  game: string;
  /** The lessons, in the order in which to take them. */
  lessons: Lesson[];
};

/** A line of moves. */
export type LineRequest = {
  moves: string[];
  /** The plies to the end of the game if the result is proven; negative if the player to move loses. */
  mate?: number | null;
};

/** The answer to the link of a game by link; the game is on the board. */
export type LinkAnswer = {
  /** The game that was on the board before, if it was another one and was saved. */
  saved: GameEntry | null;
  news: LinkNews;
};

/** What a link brought. */
export type LinkNews =
  | "new"
  | "added"
  | "none"
  | "own";

/** A game by link. */
export type LinkSection = {
  /** The side of the user. */
  own: Side;
  /** The text after `#link/` if the other player must get it. */
  send: string | null;
};

/** The marking on a piece. */
export type Look =
  | "plain"
  | "core"
  | "double"
  | "charged"
  | "used"
  | "ball";

/** A played move. */
export type MoveAnswer = {
  /** The node after it. */
  node: number;
};

/** A rating of a move, such as `!` or `??`. */
export type MoveMark = string;

/** A move with its effects. */
export type MoveTrace = {
  /** The token as given. */
  token: string;
  /** The canonical form of the token. */
  canonical: string;
  /** The move in words. */
  text: Text;
  /** All places on the route, in order. */
  path: string[];
  /** The same, as a list of places for each action. */
  arrows: string[][];
  /** The changes. */
  steps: SceneEvent[][];
};

/** A node with the verdict on its move. */
export type NodeSection = {
  /** The id. */
  id: number;
  /** The parent; `null` for the first position. */
  parent: number | null;
  /** The token of the move; empty for the first position. */
  token: string;
  /** The children, the main line first. */
  children: number[];
  /** The side to move, or the result. */
  status: Status;
  /** A comment of the user. */
  comment?: string;
  /** Arrows and circles at the position. */
  drawn?: Drawing[];
  /** The user's mark, such as `!` or `??`. */
  mark?: MoveMark;
  /** The evaluation of the position by an engine. */
  eval?: Evaluation;
  /** The remaining time of the mover after the move, in milliseconds. */
  clock?: number;
  /** The expected score of player 1, from 0 to 1, by the result or the evaluation. */
  share?: number;
  /** How much of the expected score the move cost its player. */
  lost?: number;
  /** The mark of the move for what it cost. */
  verdict?: MoveMark;
};

/** An option as announced in the handshake. */
export type OptionLine = ({ type: "spin"; default: number; min: number; max: number } | { type: "check"; default: boolean } | { type: "combo"; default: string; choices: string[] } | { type: "button" } | { type: "text"; default: string } | { type: "unknown" }) & { name: string };

/** What a page may do now: `null`, or why not. */
export type Permissions = {
  /** The side for which the page can resign. */
  resign: Side | null;
  takeback: Refusal | null;
  draw: Refusal | null;
  pause: Refusal | null;
  undo: Refusal | null;
  /** To continue the game at another position. */
  live: Refusal | null;
  /** To set the result. */
  result: Refusal | null;
  /** Help in the game. */
  hint: Refusal | null;
  /** Analysis and explorer. */
  analyse: Refusal | null;
  review: Refusal | null;
};

/** A kind of piece. */
export type PieceKind = {
  /** The colour. */
  colour: Colour;
  /** The marking on the piece. */
  mark: Look;
  /** The shape. */
  shape: Shape;
  /** The name of one piece, also for screen readers. */
  text: Text;
  /** The name of several pieces. */
  plural: Text;
};

/** A piece, or a look without a piece, that can be put on a place. */
export type PieceOption = {
  /** The word for it in items. */
  put: string;
  /** The kind of the piece; `null` for no piece. */
  kind: string | null;
  /** The look that the place gets; `null` leaves it unchanged. */
  ground: Ground | null;
  /** The minimum and maximum height, in games with stacks. */
  heights: [number, number] | null;
  /** A noun for it. */
  text: Text;
};

/** The pieces that can be put on the places of a board. */
export type PieceOptions = {
  /** The id of the board. */
  board: string;
  /** Whether it has an effect in the current state of the form. */
  active: boolean;
  /** The word that clears a place. */
  clear: string;
  /** The pieces that can be put on a place. */
  puts: PieceOption[];
  /** The places that can be set. */
  places: EditCell[];
};

/** The player of a side. */
export type PlayerConfig =
  | { kind: "human"; name: string }
  | { kind: "engine"; engine: number; level: number | null };

/** The player of a side. */
export type PlayerConfigInput =
  | { kind: "human"; name?: string }
  | { kind: "engine"; engine: number; level?: number | null };

/** A player with the name to show. */
export type PlayerSection = ({ kind: "human"; name: string } | { kind: "engine"; engine: number; level: number | null }) & { name: string };

/** The two players. */
export type Players = {
  /** The player who moves first. */
  p1: ScenePlayer;
  /** The other player. */
  p2: ScenePlayer;
};

/** A position apart from the game on the board. */
export type PositionRequest = {
  /** The id of the game. */
  game: string;
  /** The first position; by default the start position. */
  fen?: string | null;
  /** The moves that lead from it to the position. */
  moves?: string[];
};

/** The settings of the page, and the progress in lessons and puzzles. Also a change of them. */
export type Profile = {
  /** The settings by name. The page knows their meaning. */
  settings: Record<string, Setting>;
  /** The finished lessons of each rule set. */
  lessons: Record<string, string[]>;
  /** The first positions of the solved puzzles of each rule set; empty for the start position. */
  puzzles: Record<string, string[]>;
  /** The same for the puzzles that were not solved at the first try. */
  failed: Record<string, string[]>;
  /** The number of puzzles that were solved in a row at the first try. */
  streak?: number;
  /** The greatest number of puzzles solved in one run of the streak mode, for each rule set. */
  runs: Record<string, number>;
  /** The ratings of the user as a solver of the puzzles of each rule set. */
  ratings: Record<string, SolverRating>;
};

/** The file with settings and progress. */
export type ProfileFile = {
  text: string;
};

/** The settings of the page, and the progress in lessons and puzzles. Also a change of them. */
export type ProfileInput = {
  /** The settings by name. The page knows their meaning. */
  settings?: Record<string, Setting>;
  /** The finished lessons of each rule set. */
  lessons?: Record<string, string[]>;
  /** The first positions of the solved puzzles of each rule set; empty for the start position. */
  puzzles?: Record<string, string[]>;
  /** The same for the puzzles that were not solved at the first try. */
  failed?: Record<string, string[]>;
  /** The number of puzzles that were solved in a row at the first try. */
  streak?: number | null;
  /** The greatest number of puzzles solved in one run of the streak mode, for each rule set. */
  runs?: Record<string, number>;
  /** The ratings of the user as a solver of the puzzles of each rule set. */
  ratings?: Record<string, SolverRating>;
};

/** How far something has come. */
export type ProgressSection = {
  done: number;
  total: number;
};

/** What is proposed. */
export type ProposalKind =
  | "takeback" | "draw" | "pause" | "resume"
  | "game"
  | "rematch";

/** The description of a proposal for pages. */
export type ProposalSection = {
  /** The number that its answer repeats. */
  number: number;
  /** The player who proposes it; `null` for the owner of a board on which two guests play. */
  from: Side | null;
  kind: ProposalKind;
  /** The other game, if it is one. */
  game: string | null;
};

/** The other player must accept the request first. */
export type Proposed = {
  /** Always true. */
  proposed: boolean;
};

/** A position in which exactly one move wins; in ZÈRTZ, one placement with any ring. */
export type Puzzle = {
  /** The position. */
  fen: string;
  /** The solution: canonical tokens up to the end of the game, which the player to move at `fen` wins. The other side chooses the longest defence. No move with another idea than the first one wins; later moves may have alternatives. */
  moves: string[];
  /** The difficulty, on the scale of players' ratings. */
  rating: number;
  /** Words for what happens in the solution. */
  themes: string[];
};

/** The puzzles of a rule set. */
export type Puzzles = {
  /** The version of the answers, `VERSION`. */
  v: number;
  /** The id of the rule set. */
  game: string;
  /** The names of the themes of the game, by word. */
  themes: Record<string, Text>;
  /** The puzzles, easy ones first. */
  puzzles: Puzzle[];
};

/** A random set-up. */
export type RandomSetup = {
  /** The seed of the random choices. */
  seed: number;
  /** Whether neither player may have an advantage of more than `BALANCE`. */
  balanced?: boolean;
};

/** Why a request was refused. The page has a text for each key in every language. The argument `text` is an English text of another part of the program, and `error` one of the system. */
export type Refusal =
  | { key: "game-over" }
  | { key: "game-continued" }
  | { key: "engine-to-move" }
  | { key: "engine-not-thinking" }
  | { key: "engine-not-running" }
  | { key: "engine-keeps-name"; args: { name: string } }
  | { key: "engine-not-started"; args: { engine: string; error: string } }
  | { key: "engine-ended"; args: { engine: string } }
  | { key: "engine-silent"; args: { engine: string } }
  | { key: "engine-game"; args: { engine: string; game: string } }
  | { key: "engine-protocol"; args: { engine: string; text: string } }
  | { key: "engine-move"; args: { engine: string; token: string } }
  | { key: "engine-no-line" }
  | { key: "engine-no-set-up" }
  | { key: "review-runs" }
  | { key: "no-help" }
  | { key: "no-takeback" }
  | { key: "no-draws" }
  | { key: "no-draw-offer" }
  | { key: "no-edit" }
  | { key: "no-pause" }
  | { key: "no-moves" }
  | { key: "no-earlier-game" }
  | { key: "first-position" }
  | { key: "move-of-game" }
  | { key: "result-of-rules" }
  | { key: "move-gone" }
  | { key: "position-gone" }
  | { key: "proposal-gone" }
  | { key: "answer-first" }
  | { key: "others-proposal" }
  | { key: "two-devices" }
  | { key: "other-game-requested" }
  | { key: "opening-stopped" }
  | { key: "on-board" }
  | { key: "not-saved" }
  | { key: "adding-games" }
  | { key: "storage-full" }
  | { key: "no-storage" }
  | { key: "profile-unread"; args: { error: string } }
  | { key: "file-failed"; args: { file: string; error: string } }
  | { key: "file-unreadable"; args: { file: string; error: string } }
  | { key: "friend-to-move" }
  | { key: "other-side" }
  | { key: "side-taken" }
  | { key: "no-seat" }
  | { key: "link-keeps" }
  | { key: "link-people" }
  | { key: "link-damaged" }
  | { key: "link-moves" }
  | { key: "link-result" }
  | { key: "link-own-moves" }
  | { key: "name-long"; args: { most: number } }
  | { key: "move-form"; args: { found: string; text: string } }
  | { key: "fen-form"; args: { found: string; text: string } }
  | { key: "fen-long"; args: { most: number } }
  | { key: "fen-moves" }
  | { key: "rule"; args: { game: string; key: string; args: Record<string, string>; text: string } }
  | { key: "record-empty" }
  | { key: "record-link" }
  | { key: "record-kind"; args: { text: string } }
  | { key: "record-none"; args: { text: string } }
  | { key: "record-line"; args: { game: number; line: number; text: string } }
  | { key: "record-word"; args: { game: number; line: number; word: string; text: string } }
  | { key: "record-results"; args: { tag: string; last: string; counts: string } }
  | { key: "record-no-moves" }
  | { key: "index-damaged" }
  | { key: "index-version" }
  | { key: "other"; args: { text: string } };

/** The progress of a review. */
export type ReviewSection = {
  /** The engine. */
  engine: number;
  /** The time for each position, in milliseconds. */
  ms: number;
  /** The number of positions. */
  total: number;
  /** The number of positions that are done, with the current one. */
  done: number;
};

/** The meaning of a mark. */
export type Role =
  | "chosen"
  | "goes"
  | "stays"
  | "from"
  | "row";

/** What a page may do. */
export type Role2 = "owner" | "player" | "watcher";

/** A paragraph of the rules. */
export type Rule = {
  /** Identifies the message in a rule set. Texts with the same key have the same argument names. */
  key: string;
  /** The arguments, by name: places, numbers and words of the protocol, which no language changes. */
  args: Record<string, string>;
  /** The English text. */
  text: string;
  /** A position that shows the rule. */
  picture: RulePicture | null;
};

/** A position that shows a rule. */
export type RulePicture = {
  /** The id of its rule set, which may be another one. */
  game: string;
  /** The position. */
  fen: string;
  /** Places and items to mark. */
  points: string[];
};

/** The saved games. */
export type SavedGames = {
  /** Their folder; `null` if games are not saved. */
  folder: string | null;
  /** The file of the game on the board. */
  board: string | null;
  /** The newest games, the newest first. */
  games: GameEntry[];
};

/** Everything visible in a position. */
export type Scene = {
  /** The version of the answers, `VERSION`. */
  v: number;
  /** The id of the game and its rule set. */
  game: string;
  /** The side to act; `null` in a finished game. */
  to_act: Side | null;
  /** The kind of move to make, as a word; `over` in a finished game. */
  phase: string;
  /** The result of a finished game. */
  result: SceneResult | null;
  /** The players. */
  players: Players;
  /** All kinds of pieces in the game, keyed by the word used in places and events. */
  kinds: Record<string, PieceKind>;
  /** The boards. Places, coordinates and boxes do not change during a game. */
  boards: SceneBoard[];
  /** The pieces beside the boards. Only the counts change during a game. */
  supplies: Supply[];
  /** Places and items to highlight. */
  marks: Highlight[];
  /** Score lines. */
  facts: ScoreLine[];
};

/** A board. */
export type SceneBoard = {
  /** Unique in the scene. */
  id: string;
  /** The title above the board, if the scene has several boards. */
  title: string;
  /** Whether the current move is played on this board. */
  active: boolean;
  /** The bounding box: left, top, right and bottom. */
  box: [number, number, number, number];
  /** Lines below the pieces: x and y of both ends. */
  lines: ([number, number, number, number])[];
  /** The places. */
  places: ScenePlace[];
  /** The coordinates at the edge. */
  labels: Label[];
};

/** A change of one piece or one place. A step is applied in two passes. First, each event whose `from` differs from `to` takes the piece from its place, or one piece from its supply. Then each event puts its piece down at `to`: on a place with the given `kind` and `height` (by default those of the piece taken), in a supply as one more. Without `from` the piece enters the game; without `to` it leaves the game. If `from` equals `to`, nothing moves: `kind` and `height` change the piece, `ground` changes the place. */
export type SceneEvent = {
  /** The place or supply item the piece comes from. */
  from?: string;
  /** The place or supply item the piece goes to. */
  to?: string;
  /** The kind of the piece afterwards. */
  kind?: string;
  /** The height of the stack afterwards. */
  height?: number;
  /** The look of the place afterwards. */
  ground?: Ground;
};

/** A place of a board. */
export type ScenePlace = {
  /** Unique in the scene. */
  id: string;
  /** The name that players use. */
  name: string;
  /** The x coordinate of the centre. */
  x: number;
  /** The y coordinate of the centre. */
  y: number;
  /** The look of the place. */
  ground: Ground;
  /** The kind of piece. */
  kind?: string;
  /** The number of pieces in the stack, in games with stacks. */
  height?: number;
};

/** A player. */
export type ScenePlayer = {
  /** The name of the player, such as `White`. */
  name: string;
  /** The colour of the player's pieces, if the game has colours for players. */
  colour: Colour | null;
  /** The seat of the player at the board, in degrees clockwise from the lower edge. Players with equal values look at the board from the same side. */
  seat: number;
};

/** The result of a game. */
export type SceneResult = {
  /** The winner, or a draw. */
  winner: Winner;
  /** The reason, as a word. */
  reason: string;
  /** The reason, as a sentence. */
  text: Text;
};

/** A score line. */
export type ScoreLine = {
  /** The name of the count. */
  label: Text;
  /** The count of player 1. */
  p1: number;
  /** The count of player 2. */
  p2: number;
};

/** What a page may do. */
export type SeatSection = {
  role: Role2;
  /** The side of the page in games between people; `null` for an owner who plays what nobody has taken. */
  side: Side | null;
  can: Permissions;
};

/** All sections. */
export type Sections = {
  /** The game on the board. */
  game: GameSection;
  /** The node of the game; the user may look at another one. */
  live: number;
  /** How the game ended. */
  ending: GameEnd | null;
  /** Whether the game is paused. */
  paused: boolean;
  /** The consecutive games of two engines. */
  series: Series;
  /** The side whose engine is thinking. */
  thinking: Side | null;
  /** The players, player 1 first. */
  players: [PlayerSection, PlayerSection];
  /** For each side whether its device is connected; `null` if no device has taken it. */
  devices: [boolean | null, boolean | null];
  /** What a player proposes to the other on another device. */
  proposal: ProposalSection | null;
  /** The time controls. */
  time: TimeControls;
  /** The clocks; `null` without clocks. */
  clock: ClockSection | null;
  /** The engines. */
  engines: EngineSection[];
  /** All games. */
  games: GameTitle[];
  /** The analysis of a position. */
  analysis: AnalysisSection | null;
  /** The accuracy of both players in percent, `null` for one without moves; `null` unless the game is reviewed. */
  accuracy: [number | null, number | null] | null;
  /** The review of the game. */
  review: ReviewSection | null;
  /** The unfinished game of an earlier run. */
  offer: GameEntry | null;
  /** The folder of saved games; `null` if games are not saved. */
  saves: string | null;
  /** Why the last changes could not be stored; they are stored as soon as that is possible. */
  unsaved: Refusal | null;
  /** Whether other devices can connect. */
  shared: boolean;
  /** When the program started, in milliseconds since 1970. */
  started: number;
  /** Settings and progress. */
  profile: Profile;
  /** The file with several games from which the game on the board was opened. */
  file: FileSection | null;
  /** How far the games have been read in which the explorer looks. */
  exploring: ProgressSection | null;
  /** How far the file has been read that a page opens, in bytes. */
  opening: ProgressSection | null;
  /** The games that are being added to the saved games. */
  adding: AddingSection | null;
};

/** The finished and the remaining games. */
export type Series = {
  /** The number of games that follow. */
  left: number;
  /** The wins of the engines, ordered by the sides they currently play, player 1 first. */
  wins: [number, number];
  draws: number;
  /** The finished games, each as an entry of the list of saved games. */
  games: GameEntry[];
};

/** A message to a page. */
export type ServerMessage =
  | { t: "state"; revision: number; now: number; nodes: NodeSection[]; views: View[]; lines?: AnalysisLines | null; game: GameSection; live: number; ending: GameEnd | null; paused: boolean; series: Series; thinking: Side | null; players: [PlayerSection, PlayerSection]; devices: [boolean | null, boolean | null]; proposal: ProposalSection | null; time: TimeControls; clock: ClockSection | null; engines: EngineSection[]; games: GameTitle[]; analysis: AnalysisSection | null; accuracy: [number | null, number | null] | null; review: ReviewSection | null; offer: GameEntry | null; saves: string | null; unsaved: Refusal | null; shared: boolean; started: number; profile: Profile; file: FileSection | null; exploring: ProgressSection | null; opening: ProgressSection | null; adding: AddingSection | null; id?: number; answer?: unknown; error?: Refusal | null }
  | { t: "patch"; revision: number; nodes: NodeSection[]; gone: number[]; views: View[]; game?: GameSection; live?: number; ending?: GameEnd | null; paused?: boolean; series?: Series; thinking?: Side | null; players?: [PlayerSection, PlayerSection]; devices?: [boolean | null, boolean | null]; proposal?: ProposalSection | null; time?: TimeControls; clock?: ClockSection | null; engines?: EngineSection[]; games?: GameTitle[]; analysis?: AnalysisSection | null; accuracy?: [number | null, number | null] | null; review?: ReviewSection | null; offer?: GameEntry | null; saves?: string | null; unsaved?: Refusal | null; shared?: boolean; started?: number; profile?: Profile; file?: FileSection | null; exploring?: ProgressSection | null; opening?: ProgressSection | null; adding?: AddingSection | null; id?: number; answer?: unknown; error?: Refusal | null }
  | SeatSection & { t: "seat" }
  | { t: "answer"; id: number; answer?: unknown; error?: Refusal | null }
  | { t: "notice"; refusal: Refusal }
  | { t: "declined" }
  | { t: "reviewed" }
  | { t: "outdated"; version: number }
  | AnalysisLines & { t: "lines" }
  | { t: "traffic"; engine: number; text: string }
  | { t: "thought"; side: Side; depth: number; nps: number };

/** The value of a setting. */
export type Setting = boolean | number | string;

/** Shapes of pieces. */
export type Shape =
  | "disc"
  | "marble";

/** One of the two players. */
export type Side =
  | "p1"
  | "p2";

/** A rating by Glicko-2, which the page computes. */
export type SolverRating = {
  /** In points. */
  rating: number;
  /** In points. */
  deviation: number;
  /** In millionths. */
  volatility: number;
};

/** The side to move at a position, or the result of the game. */
export type Status = {
  /** The side to move; `null` if the game is over. */
  to_act: Side | null;
  /** The result; `null` while the game continues. */
  result: SceneResult | null;
};

/** Pieces beside the board. */
export type Supply = {
  /** Unique in the scene. */
  id: string;
  /** The name of the supply. */
  label: Text;
  /** The owner; `null` for a shared supply. */
  owner: Side | null;
  /** The pieces, grouped by kind. */
  items: Item[];
  /** A target of the owner: this many pieces of each kind. */
  each?: number;
};

/** An English text with the key and the arguments that a translation needs. */
export type Text = {
  /** Identifies the message in a rule set. Texts with the same key have the same argument names. */
  key: string;
  /** The arguments, by name: places, numbers and words of the protocol, which no language changes. */
  args: Record<string, string>;
  /** The English text. */
  text: string;
};

/** The texts of a game, or the titles and sides of all games, in a language. */
export type TextTable = {
  /** The templates by key. */
  texts: Record<string, string>;
};

/** The time controls of both players, in milliseconds. */
export type TimeControls =
  | { kind: "none" }
  | { kind: "move"; ms: number }
  | { kind: "clock"; base: [number, number]; increment: [number, number] };

/** The answer to a sequence of touches. */
export type TouchAnswer = Touches | { reason: Text } | MoveAnswer;

/** The effect of a touch. */
export type TouchEffect =
  | "move"
  | "capture"
  | "remove"
  | "place"
  | "claim"
  | "finish"
  | "null";

/** A touch that may come next. */
export type TouchOption = {
  /** The word of the touch. */
  touch: string;
  /** The places or items that the user points at; empty for a button. */
  at: string[];
  /** The kind of target. */
  kind: TouchTarget;
  /** The effect. */
  act: TouchEffect;
  /** The places whose pieces or rings are removed by this touch. */
  takes: string[];
  /** The label of a button, or the text beside a place. */
  label: Text | null;
  /** Whether this touch completes the move. */
  ends: boolean;
};

/** The target of a touch. */
export type TouchTarget =
  | "place"
  | "supply"
  | "button";

/** The reply to a sequence of touches. */
export type Touches = {
  /** The version of the answers, `VERSION`. */
  v: number;
  /** The touches as given. */
  touches: string[];
  /** The touches that were added automatically. */
  auto: string[];
  /** The given touches that can be removed individually. */
  off: string[];
  /** The touches that may come next; empty if the move is complete. */
  next: TouchOption[];
  /** The token of a complete move, with its parts in the order of the touches. */
  token: string | null;
  /** The canonical form of the token. */
  canonical: string | null;
  /** Places and items to highlight. */
  marks: Highlight[];
  /** The changes so far. */
  steps: SceneEvent[][];
  /** The scene after these steps. */
  scene: Scene;
  /** The instruction for the next touch. */
  hint: Text;
};

/** A position, ready to draw and to play. */
export type View = {
  /** The node; `null` apart from the game on the board. */
  node: number | null;
  /** The first touches, with the scene. */
  touches: Touches;
  /** The move that led to the position. */
  trace: MoveTrace | null;
};

/** The winner of a game, or a draw. */
export type Winner =
  | "p1"
  | "p2"
  | "draw";
