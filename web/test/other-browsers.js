// What only Chromium knows of a page. Each script of the tests has this after `ui.js`.

if (!("computedRole" in Element.prototype)) {
  /** The errors since the first script. */
  window.faults = [];
  window.addEventListener("error", ({ message }) => window.faults.push(String(message)));
  window.addEventListener("unhandledrejection", ({ reason }) => window.faults.push(String(reason)));

  // In Firefox, scripts of a driver get their own modules. A script of the page shares those of the page.
  ui.module = async (name) => {
    if (!window.$use) {
      const script = Object.assign(document.createElement("script"), { src: "/use.js" });
      document.head.append(script);
      await ui.until(() => window.$use);
    }
    return window.$use(`./${name}`);
  };

  /** The roles of elements without the attribute, as far as the board has them. */
  const ROLES = [
    ["button, summary", "button"],
    ["[type=checkbox]", "checkbox"],
    ["[type=number]", "spinbutton"],
    ["[type=search]", "searchbox"],
    ["input, textarea", "textbox"],
    ["select", "combobox"],
    ["section", "region"],
    ["output", "status"],
    ["dialog", "dialog"],
  ];
  const words = (text) => text.replace(/\s+/g, " ").trim();
  /** The text of a label, without that of the field in it. */
  const labelText = (label) => {
    const copy = label.cloneNode(true);
    for (const field of copy.querySelectorAll("input, select, textarea, button")) field.remove();
    return words(copy.textContent);
  };
  const named = {
    computedRole() {
      return this.getAttribute("role") ?? ROLES.find(([selector]) => this.matches(selector))?.[1] ?? "";
    },
    computedName() {
      const label = this.getAttribute("aria-label");
      if (label) return words(label);
      if (this.labels?.length && this.localName !== "button") return words([...this.labels].map(labelText).join(" "));
      return words(this.textContent) || this.title;
    },
  };
  for (const [name, get] of Object.entries(named)) Object.defineProperty(Element.prototype, name, { get });
}
