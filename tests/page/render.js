// Tests of elements that are drawn from descriptions.

import { draw, h, svg } from "/render.js";
import { equal, test } from "/tests/harness.js";

/** Runs a test with an element of the page. @param {(host: HTMLElement) => any} work */
const inHost = (work) => () => {
  const host = document.createElement("div");
  document.body.append(host);
  try {
    return work(host);
  } finally {
    host.remove();
  }
};

const field = (key) => h("input", { key, "aria-label": key });

test(
  "an element that stays is changed, not made again",
  inHost((host) => {
    draw(host, h("p", { class: "a", title: "x" }, "one"));
    const [first] = host.children;
    draw(host, h("p", { class: "b" }, "two"));
    equal([host.firstChild === first, first.outerHTML], [true, '<p class="b">two</p>']);
  }),
);

test(
  "text is never HTML",
  inHost((host) => {
    draw(host, "<b>&amp;</b>", 0, null, undefined, false, "");
    equal([host.textContent, host.childElementCount], ["<b>&amp;</b>0", 0]);
  }),
);

test(
  "elements with keys keep what the user typed when their order changes",
  inHost((host) => {
    draw(host, ["a", "b", "c"].map(field));
    const before = [...host.children];
    before[2].value = "typed";
    draw(host, ["c", "a"].map(field));
    equal([host.children[0] === before[2], host.children[0].value], [true, "typed"]);
    equal([host.childElementCount, host.children[1] === before[0]], [2, true]);
  }),
);

test(
  "children that come and go leave the others as they are",
  inHost((host) => {
    const show = (names, more) => draw(host, more && h("i"), names.map(field), h("input", { class: "last" }));
    show(["a"], false);
    const last = host.lastElementChild;
    show(["a", "b"], true);
    equal([host.childElementCount, host.lastElementChild === last], [4, true]);
  }),
);

test(
  "the focus stays when an element moves, and its scroll position",
  inHost((host) => {
    const pane = h(
      "div",
      { key: "pane", style: { height: "20px", overflow: "auto" } },
      h("p", { style: { height: "90px" } }),
    );
    draw(host, pane, field("a"), field("b"));
    host.querySelector("[aria-label=b]").focus();
    host.firstElementChild.scrollTop = 30;
    draw(host, pane, field("b"), field("a"));
    equal([document.activeElement.ariaLabel, host.firstElementChild.scrollTop], ["b", 30]);
  }),
);

test(
  "only the newest handler of an event is called",
  inHost((host) => {
    const calls = [];
    for (const n of [1, 2, 3]) draw(host, h("button", { onclick: () => calls.push(n) }));
    host.firstElementChild.click();
    draw(host, h("button", {}));
    host.firstElementChild.click();
    equal(calls, [3]);
  }),
);

test(
  "attributes are set, emptied and removed",
  inHost((host) => {
    draw(host, h("button", { disabled: true, hidden: false, "aria-checked": false, title: null, "data-n": 0 }));
    const [button] = host.children;
    const look = () =>
      ["disabled", "hidden", "aria-checked", "title", "data-n"].map((name) => button.getAttribute(name));
    equal(look(), ["", null, "false", null, "0"]);
    draw(host, h("button", { "aria-checked": true }));
    equal(look(), [null, null, "true", null, null]);
  }),
);

test(
  "values follow the description, also after the user has changed them",
  inHost((host) => {
    const show = (value, checked, options = ["a", "b"]) =>
      draw(
        host,
        h("input", { value }),
        h("input", { type: "checkbox", checked }),
        h("select", { value }, ...options.map((one) => h("option", { value: one }, one))),
      );
    show("b", true);
    const [text, box, select] = host.children;
    equal([text.value, box.checked, select.value], ["b", true, "b"]);
    [text.value, box.checked, select.value] = ["x", false, "a"];
    show("b", true);
    equal([text.value, box.checked, select.value], ["b", true, "b"]);
    show("c", false, ["a", "c"]);
    equal([text.value, box.checked, select.value], ["c", false, "c"], "a new option can be chosen at once");
  }),
);

test(
  "drawings are SVG",
  inHost((host) => {
    draw(host, h("button", {}, h("svg", {}, h("path", { d: "M0 0" }))), svg("g"));
    const spaces = [...host.querySelectorAll("svg, path, g")].map((one) => one instanceof SVGElement);
    equal([spaces, host.querySelector("button") instanceof HTMLElement], [[true, true, true], true]);
  }),
);

test(
  "a ready element stays where it is drawn, and new ones are reported once",
  inHost((host) => {
    const board = document.createElement("div");
    board.textContent = "board";
    const made = [];
    const show = (title) => draw(host, h("h2", { mounted: (one) => made.push(one.tagName) }, title), board);
    show("one");
    show("two");
    equal([host.textContent, host.lastChild === board, made], ["twoboard", true, ["H2"]]);
  }),
);

test(
  "an element that fills itself keeps its content",
  inHost((host) => {
    const show = (title) =>
      draw(host, h("div", { title, mounted: (one) => one.append(document.createElement("canvas")) }));
    show("one");
    show("two");
    equal(host.innerHTML, '<div title="two"><canvas></canvas></div>');
  }),
);

test(
  "the next element takes over the focus of the elements around it",
  inHost((host) => {
    const buttons = (next, from = "div") =>
      ["a", "b"].map((key) => h("button", { key, next: key === next && from }, key));
    draw(host, buttons("a"));
    equal(document.activeElement === document.body, true);
    host.children[0].focus();
    draw(host, buttons("b"));
    equal(document.activeElement === host.children[1], true);
    draw(host, h("p", {}, buttons("b", "p")), field("c"));
    host.lastElementChild.focus();
    draw(host, h("p", {}, buttons("a", "p")), field("c"));
    equal(document.activeElement === host.lastElementChild, true, "the focus is elsewhere");
  }),
);

test(
  "nodes that were not drawn stay, and drawn ones go",
  inHost((host) => {
    const [own, ready] = ["own", "ready"].map((text) =>
      Object.assign(document.createElement("i"), { textContent: text }),
    );
    draw(host, h("b", {}, "a"), ready);
    host.append(own);
    draw(host, h("b", {}, "b"));
    equal(host.textContent, "bown");
  }),
);

test(
  "the host learns that the element with the visible focus is gone",
  inHost((host) => {
    let lost = 0;
    host.addEventListener("focuslost", () => (lost += 1));
    draw(host, field("a"), h("p"));
    host.firstChild.focus();
    draw(host, field("a"));
    equal(lost, 0);
    draw(host, h("p"));
    equal(lost, 1);
  }),
);
