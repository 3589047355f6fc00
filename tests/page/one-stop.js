// Tests of groups that are one stop of the Tab key.

import { makeOneStop } from "/one-stop.js";
import { equal, settle, test } from "/tests/harness.js";

/** A group of buttons with these attributes. @param {Record<string, string>[]} looks */
function group(looks) {
  const host = document.createElement("div");
  const buttons = looks.map((look) => {
    const button = document.createElement("button");
    button.textContent = "x";
    for (const [name, value] of Object.entries(look)) button.setAttribute(name, value);
    return button;
  });
  host.append(...buttons);
  document.body.append(host);
  makeOneStop(host);
  const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  return { host, buttons, press, stops: () => buttons.map((button) => button.tabIndex) };
}

test("the first button that can be used is the only stop", async () => {
  const { host, buttons, stops } = group([{ disabled: "" }, {}, { "aria-disabled": "true" }, {}]);
  equal(stops(), [-1, 0, -1, -1]);
  buttons[1].disabled = true;
  await settle();
  equal(stops(), [-1, -1, -1, 0]);
  host.remove();
});

test("arrow keys move the focus, and the stop goes with it", () => {
  const { host, buttons, press, stops } = group([{}, { disabled: "" }, {}]);
  buttons[0].focus();
  press("ArrowRight");
  equal([document.activeElement === buttons[2], stops()], [true, [-1, -1, 0]]);
  press("ArrowRight");
  equal(document.activeElement === buttons[0], true);
  press("End");
  equal(document.activeElement === buttons[2], true);
  host.remove();
});

test("the stop of a radio group is its choice, and arrow keys choose", async () => {
  const radio = (checked) => ({ role: "radio", "aria-checked": checked });
  const { host, buttons, press, stops } = group([radio("false"), radio("true"), radio("false")]);
  equal(stops(), [-1, 0, -1]);
  const clicked = [];
  buttons.forEach((button, n) => button.addEventListener("click", () => clicked.push(n)));
  buttons[1].focus();
  press("ArrowLeft");
  equal(clicked, [0]);
  host.remove();
});
