// A group of buttons that is one stop of the Tab key. Arrow keys, Home and End move the focus inside it.

/** @type {Record<string, number>} */
const WAYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Makes a group one stop: its chosen button, or else the one that had the focus last. @param {HTMLElement} host */
export function makeOneStop(host) {
  /** Whether the pointer gave the focus. Then arrow keys browse the moves, as everywhere on the page. */
  let isPointed = false;
  /** @type {Element|null} */
  let last = null;
  const members = () => {
    const all = /** @type {HTMLButtonElement[]} */ ([...host.querySelectorAll("button")]);
    const isShown = host.checkVisibility();
    return all.filter(
      (one) => !one.disabled && one.getAttribute("aria-disabled") !== "true" && (!isShown || one.checkVisibility()),
    );
  };
  const update = () => {
    const own = members();
    const chosen = own.find((one) => one.matches("[aria-checked='true'], [aria-pressed='true']"));
    const stop = own.find((one) => one === last) ?? chosen ?? own[0];
    for (const one of host.querySelectorAll("button")) if (one !== stop) one.tabIndex = -1;
    if (stop) stop.tabIndex = 0;
  };
  host.addEventListener("pointerdown", () => (isPointed = true));
  host.addEventListener("keyup", ({ key }) => key === "Tab" && (isPointed = false));
  host.addEventListener("focusin", ({ target }) => {
    last = /** @type {Element} */ (target);
    update();
  });
  host.addEventListener("focusout", ({ relatedTarget }) => {
    // A radio group is entered at its choice.
    if (!host.contains(/** @type {Node|null} */ (relatedTarget)) && host.querySelector("[role='radio']")) last = null;
    update();
  });
  host.addEventListener("keydown", (event) => {
    const own = members();
    const at = own.findIndex((one) => one === document.activeElement);
    const isRadio = own[at]?.getAttribute("role") === "radio";
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || (isPointed && !isRadio)) return;
    const way = WAYS[event.key];
    const to = way ? own[(at + way + own.length) % own.length] : { Home: own[0], End: own.at(-1) }[event.key];
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    to.focus();
    if (!isRadio) return;
    to.click();
    // The choice may move the focus.
    to.focus();
  });
  const attributeFilter = ["disabled", "hidden", "aria-disabled", "aria-checked", "aria-pressed"];
  new MutationObserver(update).observe(host, { subtree: true, childList: true, attributes: true, attributeFilter });
  update();
}
