import { snippetsFor } from "./snippets.js";

const form = document.querySelector("form");
const preview = document.querySelector<HTMLElement>("repute-reviews");
const status = document.querySelector("[role=status]");

/** URL of the widget's script, which is next to this script. */
const script = new URL("reviews.js", (document.currentScript as HTMLScriptElement | null)?.src).href;

/** Shows the widget as the form says, and the code for pages. */
function update(source: HTMLFormElement, element: HTMLElement): void {
  const values = Object.fromEntries(
    [...new FormData(source)].map(([name, value]) => [name, typeof value === "string" ? value.trim() : ""]),
  );
  const isColor = ([name]: readonly [string, string]) => name.startsWith("--repute-");
  const attributes = Object.fromEntries(Object.entries(values).filter((one) => !isColor(one)));
  const colors = Object.fromEntries(Object.entries(values).filter(isColor));
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  for (const [name, value] of Object.entries(colors)) element.style.setProperty(name, value);
  showSnippets(attributes, colors, element);
}

/** Sets an attribute only if it changes, because each change loads the widget again. */
function setAttribute(element: HTMLElement, name: string, value: string): void {
  if (value === "") element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

type Values = Readonly<Record<string, string>>;

function showSnippets(attributes: Values, colors: Values, element: HTMLElement): void {
  const snippets = snippetsFor(script, { attributes, colors, heights: heightsOf(element) });
  for (const [name, text] of Object.entries(snippets)) {
    const code = document.querySelector(`[data-snippet="${name}"] code`);
    if (code) code.textContent = text;
  }
}

/** Widths at which the widget gets another column, or its text more space. */
const widths = [320, 400, 480, 592, 736, 880, 1_024, 1_168, 1_456];

/** Measures the widget in columns of several widths. Returns no heights if the widget shows no reviews. */
function heightsOf(element: HTMLElement): readonly [width: number, height: number][] {
  const section = element.shadowRoot?.querySelector("section");
  if (!section) return [];
  section.style.minHeight = "";
  const heights = widths.map((width): [number, number] => {
    element.style.width = `${width}px`;
    return [width, Math.ceil(section.offsetHeight)];
  });
  element.style.width = "";
  return heights;
}

/** Copies the code beside a button. If the page may not use the clipboard, selects the code instead. */
async function copy(button: HTMLElement): Promise<void> {
  const code = button.closest("[data-snippet]")?.querySelector("code");
  if (!code) return;
  try {
    await navigator.clipboard.writeText(code.textContent ?? "");
    if (status) status.textContent = "Copied.";
  } catch {
    getSelection()?.selectAllChildren(code);
    if (status) status.textContent = "The code is selected. Copy it with the keyboard.";
  }
}

if (form && preview) {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => update(form, preview), 300);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const type of ["repute-ready", "repute-error"]) preview.addEventListener(type, () => update(form, preview));
  for (const button of document.querySelectorAll<HTMLElement>("[data-snippet] button")) {
    button.addEventListener("click", () => void copy(button));
  }
  update(form, preview);
}

// Without an export, esbuild would bundle this entry as CommonJS, with a wrapper around each module.
export {};
