import { element, tableOf } from "./elements.js";
import type { Send } from "./requests.js";

/** Rows of a list behind a figure. */
type Rows = {
  /** Path of a list with its query, such as `reviews?date=2026-03-01`. */
  readonly list: string;
  /** Member and value that select rows, for lists that have no such filter. */
  readonly only?: readonly [member: string, value: string];
};

const prefix = "#rows=";

/** Renders a figure as a link to the rows behind it. */
export const rowsLink = (text: string, label: string, rows: Rows): HTMLElement =>
  element("a", { href: `${prefix}${encodeURIComponent(JSON.stringify(rows))}`, "aria-label": label }, text);

const shown = 50;
const perPage = 1_000;
/** Maximum number of pages to search for rows with a value. */
const maxPages = 10;

type Item = Readonly<Record<string, unknown>>;

/** Opens a dialog with the first rows when a figure is followed, and closes it when the visitor goes back. */
export function showRows(send: Send): void {
  const title = element("h2", { id: "rows-title", tabindex: "-1" }, "Rows");
  const content = element("div", { "aria-live": "polite" });
  const close = element("button", { type: "button" }, "Close");
  const dialog = element("dialog", { "aria-labelledby": "rows-title" }, close, title, content);
  document.body.append(dialog);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    content.replaceChildren();
    if (location.hash.startsWith(prefix)) history.replaceState(null, "", location.pathname);
  });
  const follow = async () => {
    const rows = rowsIn(location.hash);
    if (!rows) return dialog.close();
    content.replaceChildren("Loading...");
    if (!dialog.open) dialog.showModal();
    title.focus();
    const address = `/v2/${rows.list}`;
    try {
      const items = await readRows(rows, send);
      const note = items.length < shown ? "All rows" : `The first ${shown} rows`;
      const words = rows.only ? `${note} with ${rows.only[0]} ${rows.only[1]}, of ` : `${note} of `;
      content.replaceChildren(element("p", {}, words, element("code", {}, address)), rowTable(items));
    } catch (error) {
      content.replaceChildren(error instanceof Error ? error.message : "The rows could not be read.");
    }
  };
  addEventListener("hashchange", () => void follow());
}

/** Returns the rows that an address names. Accepts only lists of this service. */
function rowsIn(hash: string): Rows | undefined {
  if (!hash.startsWith(prefix)) return undefined;
  try {
    const rows = JSON.parse(decodeURIComponent(hash.slice(prefix.length))) as Rows;
    return /^[a-z-]+(?:\/\d+\/[a-z]+)?\?[\w=&.-]*$/.test(rows.list) ? rows : undefined;
  } catch {
    return undefined;
  }
}

async function readRows({ list, only }: Rows, send: Send): Promise<readonly Item[]> {
  const found: Item[] = [];
  let next: string | undefined = `${list}&limit=${only ? perPage : shown}`;
  for (let page = 0; next !== undefined && found.length < shown && page < maxPages; page += 1) {
    const reply: Awaited<ReturnType<Send>> = await send(next);
    const { items, records = [] } = reply.body as Readonly<Partial<Record<"items" | "records", readonly Item[]>>>;
    const read = items ?? records;
    found.push(...(only ? read.filter((item) => String(item[only[0]]) === only[1]) : read));
    next = only ? reply.next : undefined;
  }
  return found.slice(0, shown);
}

function rowTable(items: readonly Item[]): HTMLElement {
  const names = Object.keys(items[0] ?? {}).filter((name) => !name.startsWith("external_"));
  if (items.length === 0) return element("p", {}, "There are no such rows.");
  const rows = items.map((item) => names.map((name) => element("bdi", {}, valueText(item[name]))));
  return tableOf(
    "Rows",
    names.map((title) => ({ title })),
    rows,
  );
}

const valueText = (value: unknown): string =>
  value === null || value === undefined
    ? "–"
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value as string);
