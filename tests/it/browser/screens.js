// The screens and states of the page, and what is wrong with how they fit the window: texts that are cut, and controls
// that are covered, too small for a finger, or outside the window or their dialog.

window.screens ??= (() => {
  const HUMAN = { kind: "human", name: "" };
  const ENGINE = { kind: "engine", engine: 0, level: 3 };
  const NO_CLOCK = { kind: "none" };
  const use = (name) => ui.module(name);
  const ask = async (request) => (await use("api.js")).ask(request);
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const until = async (condition) => {
    if (!(await ui.until(condition, 8000))) throw new Error(`never: ${condition}`);
  };
  const go = async (hash) => {
    location.hash = hash;
    await until(() => location.hash === hash);
    await frames();
  };
  const close = () => document.querySelectorAll("dialog[open]").forEach((box) => box.close());

  /** A new game on the board. */
  const game = async (id, { fen = null, players = [HUMAN, HUMAN], time = NO_CLOCK } = {}) => {
    const { setMode } = await use("mode.js");
    setMode("play");
    const { store } = await use("store.js");
    const { number } = store.game;
    await ask({ t: "new", game: id, fen, players, time, series: 0 });
    await until(() => store.game.number > number);
    await go("#board");
  };
  const study = async (pgn) => {
    const { store } = await use("store.js");
    const { number } = store.game;
    await ask({ t: "import", text: pgn });
    await until(() => store.game.number > number);
    const { setMode } = await use("mode.js");
    setMode("study");
    await go("#board");
  };
  const proposal = async (kind) => {
    await game("dvonn");
    const { store } = await use("store.js");
    store.proposal = { number: 1, from: "p2", kind, game: "zertz" };
    void (await use("redraw.js")).redraw();
  };
  const dialog = (name, open) => [
    name,
    async () => (await open(), until(() => document.querySelector("dialog[open], .rules-panel"))),
  ];
  const newGame = (opponent, id) =>
    dialog(`new game ${opponent} ${id}`, async () => (await use("new-game.js")).newGame({ opponent, game: id }));
  const board = (name, id, options) => [`board ${name}`, () => game(id, options)];
  const over = (name, id, fen, players) => [
    `over ${name}`,
    async () => {
      await game(id, { fen, players });
      (await use("result-card.js")).showResult();
      await until(() => document.querySelector(".result-card"));
    },
  ];
  const screen = (hash, ready) => [hash, async () => (await go(hash), ready && (await until(ready)))];
  /** A puzzle at its end, with a text of the usual length. */
  const puzzle = (game, phase) => [
    `puzzle ${phase}`,
    async () => {
      await go(`#puzzles/${game}/2`);
      await until(hasBoard);
      const { T } = await use("texts.js");
      const { screen } = (await use("router.js")).shownScreen();
      screen.end(phase, `${T.puzzleUnclear} ${T.inviteHumans}`);
      await frames();
    },
  ];
  const hasBoard = () => document.querySelector(".practice [aria-disabled=false]");
  const clocks = { kind: "clock", base: [300000, 300000], increment: [3000, 3000] };
  const PGN = (game, moves) => `[Game "${game}"]\n[White "Alexandra Müller"]\n[Black "Jean-François"]\n\n${moves} *\n`;
  const REVIEWED =
    "1. e3 {[%eval 20]} d4 {[%eval 10]} 2. c2? {[%eval -300]} c3 {[%eval 310]} 3. f3 {[%eval -200]} g4?? {[%eval -900]}";

  const states = [
    screen("#start"),
    newGame("computer", "zertz"),
    newGame("person", "gipf"),
    newGame("device", "dvonn"),
    newGame("link", "diaballik"),
    newGame("computers", "dvonn"),
    board("dvonn", "dvonn", { players: [HUMAN, ENGINE] }),
    board("zertz", "zertz", { time: clocks }),
    board("zertz middle", "zertz", { fen: "1w2/2b2/5g/3-3/1g4/4w/b3 1,3,4 2,1,2 1,2,2 1", time: clocks }),
    board("gipf", "gipf", { time: clocks }),
    board("diaballik", "diaballik"),
    board("challenge", "gipf-zertz-challenge"),
    board("dvonn moves", "dvonn", { fen: "x2,w,x6/x2,b,x7/x2,r,b,x7/r,b,x,b,w3,b2,x,r,w,x/x7,b,x w move" }),
    [
      "paused",
      async () => {
        await game("dvonn", { players: [HUMAN, ENGINE], time: clocks });
        await ask({ t: "pause", on: true });
      },
    ],
    [
      "paused people",
      async () => {
        await game("zertz", { time: clocks });
        await ask({ t: "pause", on: true });
      },
    ],
    over("dvonn", "dvonn", "x9/x10/w11,x9,r/r,x9/x4,r,x4 w move", [HUMAN, ENGINE]),
    over("zertz", "zertz", "4/5/6/7/6/5/4 2,8,10 4,0,0 0,0,0 2", [HUMAN, ENGINE]),
    over("gipf", "gipf", "1b2/5/6/www4/6/5/4 0 5 w", [HUMAN, HUMAN]),
    over("gipf pieces", "gipf", "4/5/6/7/3B2/5/4 10 5 w", [ENGINE, HUMAN]),
    over("diaballik", "diaballik", "WbbBbbb/b6/7/7/7/7/1wwwwww b", [HUMAN, HUMAN]),
    [
      "over resigned",
      async () => {
        await game("gipf-zertz-challenge", { players: [HUMAN, ENGINE] });
        await ask({ t: "resign", side: "p1" });
        await until(() => document.querySelector(".result-card"));
      },
    ],
    [
      "notice",
      async () => {
        await game("zertz");
        const { T } = await use("texts.js");
        const action = { label: T.openAgain, work() {} };
        (await use("notices.js")).notice(T.saved("ZÈRTZ, 37 rings, 12 moves"), "info", { key: "test", action });
      },
    ],
    ["proposal", () => proposal("takeback")],
    ["proposal game", () => proposal("game")],
    ["study", () => study(PGN("dvonn", REVIEWED))],
    [
      "review",
      async () => {
        await study(PGN("dvonn", REVIEWED));
        ui.find("tab", undefined)?.click();
        [...document.querySelectorAll("[role=tab]")].at(-1)?.click();
      },
    ],
    [
      "editor",
      async () => {
        await game("zertz");
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "p", bubbles: true }));
        await until(() => document.querySelector(".editor"));
      },
    ],
    [
      "running clock",
      async () => {
        await game("dvonn", { time: clocks });
        const { store } = await use("store.js");
        for (const token of ["f3", "c2"]) await ask({ t: "play", node: store.live, token, game: true });
        await go("#learn");
      },
    ],
    screen("#puzzles", () => document.querySelector(".puzzle-card")),
    screen("#puzzles/dvonn/1", hasBoard),
    screen("#puzzles/zertz/1", hasBoard),
    screen("#puzzles/gipf/1", hasBoard),
    screen("#puzzles/diaballik/1", hasBoard),
    puzzle("zertz", "wrong"),
    puzzle("dvonn", "solved"),
    screen("#puzzles/timed-dvonn/1", hasBoard),
    screen("#learn"),
    screen("#learn/dvonn/goal", hasBoard),
    screen("#learn/gipf/gipf-pieces", hasBoard),
    screen("#learn/gipf-zertz-challenge/announce", hasBoard),
    screen("#games"),
    screen("#statistics"),
    dialog("settings", async () => (await use("dialogs.js")).preferences()),
    dialog("engines", async () => (await use("dialogs.js")).engines()),
    dialog("keys", async () => (await use("dialogs.js")).keys()),
    dialog("open", async () => (await use("import-export.js")).openDialog()),
    dialog("invite", async () => (await use("invite-dialog.js")).invite()),
    dialog("rules", async () => (await use("rules-panel.js")).toggleRules()),
  ];

  const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const nameOf = (one) =>
    `${one.localName}${one.id ? `#${one.id}` : ""}${[...one.classList].map((name) => `.${name}`).join("")}`;
  const short = (text) => text.trim().replace(/\s+/g, " ").slice(0, 50);
  const canvas = document.createElement("canvas").getContext("2d");

  /** How far the ink of a text is inside its line box, above and below. */
  const inkOf = (text, style) => {
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const shown = style.textTransform === "uppercase" ? text.toUpperCase() : text;
    const size = canvas.measureText(shown);
    return [
      size.fontBoundingBoxAscent - size.actualBoundingBoxAscent,
      size.fontBoundingBoxDescent - size.actualBoundingBoxDescent,
    ];
  };

  /** Texts whose ink a box cuts, or that leave the window at its sides. */
  const cutTexts = (root) => {
    const faults = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (!text.data.trim() || !parent || parent.closest("svg, script, style, noscript, option, .spoken, .skip, pre"))
        continue;
      if (!isShown(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      if (rects.length === 0) continue;
      const style = getComputedStyle(parent);
      const [over, under] = inkOf(text.data, style);
      const ink = {
        top: Math.min(...rects.map(({ top }) => top)) + over,
        bottom: Math.max(...rects.map(({ bottom }) => bottom)) - under,
        left: Math.min(...rects.map(({ left }) => left)),
        right: Math.max(...rects.map(({ right }) => right)),
      };
      for (let box = parent; box && box !== document.documentElement; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        const area = box.getBoundingClientRect();
        if (area.width <= 1 || area.height <= 1 || getComputedStyle(box).clipPath !== "none") break;
        const [x, y] = [overflowX, overflowY].map((one) => ["hidden", "clip"].includes(one));
        const scrolls = ["auto", "scroll"].includes(overflowX) || ["auto", "scroll"].includes(overflowY);
        const beyond = Math.max(
          ...(y ? [area.top - ink.top, ink.bottom - area.bottom] : [0]),
          ...(x ? [area.left - ink.left, ink.right - area.right] : [0]),
        );
        if (beyond > 0.6) {
          faults.push(`cut ${beyond.toFixed(1)}: "${short(text.data)}" in ${nameOf(box)}`);
          break;
        }
        if (box.matches("button, a, .chip, .tile, .level")) {
          const out = Math.max(
            area.left - ink.left,
            ink.right - area.right,
            area.top - ink.top,
            ink.bottom - area.bottom,
          );
          if (out > 0.6) {
            faults.push(`out of its control ${out.toFixed(1)}: "${short(text.data)}" in ${nameOf(box)}`);
            break;
          }
        }
        // A long text may scroll, a short one must be whole.
        if (
          scrolls &&
          area.height < 120 &&
          !box.matches(".record, .exercise-text") &&
          box.scrollHeight > box.clientHeight + 1
        )
          faults.push(`scrolls in ${Math.round(area.height)}: ${nameOf(box)}`);
        if (scrolls || position === "fixed") break;
        if (box === document.body && (ink.left < -0.6 || ink.right > innerWidth + 0.6))
          faults.push(`outside: "${short(text.data)}" ${Math.round(ink.left)}–${Math.round(ink.right)}`);
      }
    }
    return faults;
  };

  const CONTROLS = "button, a[href], input, select, textarea, summary, .file, [role=radio], [role=tab]";
  /** The part of a control that a finger meets. */
  const area = (one) =>
    one.matches("input[type=checkbox], input[type=radio], input[type=file]") ? (one.closest("label") ?? one) : one;

  /** Controls that cannot be reached or are too small. */
  const controls = (root, fingers) => {
    const faults = [];
    const edge = root.closest?.("dialog")?.getBoundingClientRect();
    for (const one of root.querySelectorAll(CONTROLS)) {
      // The items of a supply that cannot be chosen only show numbers.
      if (!isShown(one) || one.closest("svg, .skip") || one.disabled || one.matches(".item:not(.touchable)")) continue;
      const part = area(one);
      // Only a fault is worth the computed name.
      const name = () => `${nameOf(one)} "${short(one.computedName || one.textContent)}"`;
      part.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      const box = part.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const bounds = edge ?? { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
      if (box.left < bounds.left - 1 || box.right > bounds.right + 1) faults.push(`outside: ${name()}`);
      const found = document.elementFromPoint(x, y);
      if (!found || !(part.contains(found) || (found.contains(part) && found.matches("label, a, button"))))
        faults.push(`covered: ${name()} by ${found ? nameOf(found) : "nothing"}`);
      const isInText = one.localName === "a" && getComputedStyle(one).display === "inline";
      if (fingers && !isInText && Math.min(box.width, box.height) < 39.5)
        faults.push(`small ${Math.round(box.width)}x${Math.round(box.height)}: ${name()}`);
    }
    return faults;
  };

  /** The parts of the board, which must be whole and apart. */
  const overlaps = () => {
    const faults = [];
    const table = document.getElementById("screen-board");
    if (!table?.checkVisibility() || document.querySelector("dialog[open], .editor")) return faults;
    scrollTo(0, 0);
    const parts = [
      ...document.querySelectorAll("#player-top, #player-bottom, .prompt, #boards svg[role=group], .actions"),
    ];
    const boxes = parts
      .filter(isShown)
      .map((part) => [nameOf(part), part.getBoundingClientRect()])
      .filter(([, { height }]) => height > 0);
    boxes.forEach(([name, box], n) => {
      if (box.left < -1 || box.right > innerWidth + 1) faults.push(`outside: ${name}`);
      for (const [other, next] of boxes.slice(n + 1)) {
        const wide = Math.min(box.right, next.right) - Math.max(box.left, next.left);
        const high = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
        if (wide > 1 && high > 1) faults.push(`overlap: ${name} ${other}`);
      }
    });
    return faults;
  };

  /** What is wrong with what the page shows now. */
  const faults = async () => {
    await frames();
    const fingers = matchMedia("(pointer: coarse)").matches;
    const root = [...document.querySelectorAll("dialog:modal, .rules-panel")].at(-1) ?? document.body;
    const wide =
      document.documentElement.scrollWidth > innerWidth ? [`wide ${document.documentElement.scrollWidth}`] : [];
    const found = [...wide, ...overlaps(), ...cutTexts(root), ...controls(root, fingers)];
    scrollTo(0, 0);
    return [...new Set(found)];
  };

  /** Shows a state. */
  const show = async (n) => {
    close();
    (await use("notices.js")).dropNotice("test");
    (await use("result-card.js")).closeResult();
    const [name, make] = states[n];
    await make();
    await until(() => ui.still());
    return name;
  };
  return { names: states.map(([name]) => name), show, faults };
})();
