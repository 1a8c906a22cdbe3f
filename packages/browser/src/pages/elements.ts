type Content = Node | string | number;
type Attributes = Readonly<Record<string, string>>;

/** Creates an element. Strings become text nodes, so names from the account are never read as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...content: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...content.map((one) => (typeof one === "number" ? String(one) : one)));
  return made;
}

/** Renders a name from the account in its own direction. */
export const nameElement = (name: string | null, otherwise: string): HTMLElement =>
  name === null ? element("em", {}, otherwise) : element("bdi", {}, name);

/** Column of a table. Numbers are aligned at the end. */
export type Column = { readonly title: string; readonly isNumber?: boolean };

/** Renders a table. The first cell of each row is its heading. Wide tables scroll inside their region. */
export function tableOf(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Content[])[],
): HTMLElement {
  const classOf = (index: number): Attributes => (columns[index]?.isNumber ? { class: "number" } : {});
  const head = columns.map(({ title }, index) => element("th", { scope: "col", ...classOf(index) }, title));
  const body = rows.map((cells) =>
    element(
      "tr",
      {},
      ...cells.map((cell, index) =>
        index === 0 ? element("th", { scope: "row" }, cell) : element("td", classOf(index), cell),
      ),
    ),
  );
  const table = element(
    "table",
    { class: "figures" },
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...body),
  );
  return element("div", { class: "scroll", role: "region", "aria-label": caption, tabindex: "0" }, table);
}

const whole = new Intl.NumberFormat("en-US");

export const countText = (count: number): string => whole.format(count);

/** Formats a number with a fixed number of decimals, or a dash for no number. */
export const decimalText = (value: number | null, decimals: number): string =>
  value === null
    ? "–"
    : value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** Formats a share in percent, or a dash if the whole is zero. */
export const shareText = (part: number, all: number): string =>
  all === 0 ? "–" : `${decimalText((part * 100) / all, 0)}%`;

/** Values of a select element with their texts. */
export type Choices = readonly (readonly [value: string, text: string])[];

/** Creates a select element whose id is also its name. */
export const selectOf = (name: string, choices: Choices, attributes: Attributes = {}) =>
  element(
    "select",
    { id: name, name, ...attributes },
    ...choices.map(([value, text]) => element("option", { value }, text)),
  );

/** Creates a button that is disabled while its action runs. The message of an error is shown next to the button. */
export function actionButton(text: string, act: () => Promise<void>, attributes: Attributes = {}): HTMLElement {
  const button = element("button", { type: "button", ...attributes }, text);
  const problem = element("span", { class: "bad", role: "alert" });
  button.addEventListener("click", () => {
    button.disabled = true;
    problem.replaceChildren();
    void act()
      .catch((error: unknown) => problem.replaceChildren((error as Error).message))
      .finally(() => (button.disabled = false));
  });
  return element("span", {}, button, problem);
}
