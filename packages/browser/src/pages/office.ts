import { actionButton, element } from "./elements.js";
import { type Catalog, importSection } from "./import-form.js";
import { resultSection } from "./load-result.js";
import { endOf, isStored, kindTitles, type Load, nameOf, stateText } from "./loads.js";
import { personSection } from "./person.js";
import { RefusedRequest } from "./requests.js";
import { openSession, type Session, whenReady } from "./session.js";
import { canUndo, undoDialog } from "./undo.js";

/** Facts about the account that the page needs. */
type Account = Catalog & { readonly timeZone: string };

function start(): void {
  const session = openSession("an office token", () => void open());
  const { content, form, tell } = session;

  async function open(): Promise<void> {
    tell("Loading...");
    try {
      const [loads, account] = await Promise.all([readLoads(session), readAccount(session)]);
      content.replaceChildren(...sections(session, account, loads));
      form.hidden = true;
      tell("");
    } catch (error) {
      if (!(error instanceof RefusedRequest && error.status === 401)) tell((error as Error).message);
    }
  }
  session.start();
}

async function readLoads({ request }: Session): Promise<readonly Load[]> {
  const response = await request("v1/loads");
  return ((await response.json()) as { readonly items: readonly Load[] }).items;
}

type Named = { readonly id: number; readonly name?: string; readonly location_name?: string; is_survey?: boolean };

/** Reads facts about the account. A loader token cannot read them, and gets the defaults. */
async function readAccount(session: Session): Promise<Account> {
  if (!isOffice(session)) return { timeZone: "UTC", platforms: [], locations: [] };
  const read = async <T>(path: string) => (await (await session.request(`v2/${path}`)).json()) as T;
  const today = new Date().toISOString().slice(0, 10);
  const [overview, platforms, locations] = await Promise.all([
    read<{ readonly time_zone: string }>(`overview?start_date=${today}&end_date=${today}`),
    read<{ readonly items: readonly Named[] }>("platforms"),
    read<{ readonly items: readonly Named[] }>("locations"),
  ]);
  const choices = ({ items }: { readonly items: readonly Named[] }) =>
    items
      .filter((one) => one.is_survey !== true)
      .map((one) => [String(one.id), one.name ?? one.location_name ?? ""] as const);
  return { timeZone: overview.time_zone, platforms: choices(platforms), locations: choices(locations) };
}

/** Returns false for a loader token, which can only send files. Without a token, the host decides. */
const isOffice = ({ token }: Session): boolean => !token().startsWith("rpl_");

/** Number of files that are shown first. All others are folded. */
const shownLoads = 10;

/** Creates the sections of the page: the form, the result and the list of files. */
function sections(session: Session, account: Account, first: readonly Load[]): readonly HTMLElement[] {
  const { timeZone } = account;
  const timeText = (at: string) =>
    new Date(at).toLocaleString("en-US", { timeZone, dateStyle: "medium", timeStyle: "short" });
  const result = resultSection(session);
  const [list, earlier] = [element("ul", { class: "loads" }), element("ul", { class: "loads" })];
  const folded = element("details", {}, element("summary", {}, "Earlier files"), earlier);
  const none = element("p", {}, "No files were sent yet.");
  let loads = first;

  const refresh = async () => {
    loads = await readLoads(session);
    draw();
  };
  const onChange = () => void refresh().catch(() => {});
  const undo = undoDialog(session, timeText, onChange);
  const showLoad = (load: Load, runImport?: () => Promise<void>) => {
    const before = loads.find((one) => isStored(one) && one.sha256 === load.sha256 && one.kind === load.kind);
    const note = runImport && before ? `The practice imported the same file on ${timeText(before.received_at)}.` : "";
    return result.show(load, runImport ? [actionButton("Import the file", runImport)] : [], note);
  };
  const itemOf = (load: Load) => {
    const name = nameOf(load);
    const action = (text: string, act: () => Promise<void>) =>
      actionButton(text, act, { id: `${text}-${load.id}`, class: "plain", "aria-label": `${text} ${name}` });
    return element(
      "li",
      {},
      element(
        "div",
        {},
        element("bdi", {}, name),
        element("small", {}, `${kindTitles[load.kind]}, ${timeText(load.received_at)}`),
        element("span", load.state === "failed" ? { class: "bad" } : {}, stateText(load)),
      ),
      action("Show", async () => showLoad(await endOf(session, load, () => {}))),
      ...(isOffice(session) && canUndo(load) ? [action("Undo", () => undo.ask(load))] : []),
    );
  };
  /** Draws the list, and draws it again while a file has not ended. */
  function draw(): void {
    const focused = document.activeElement?.id ?? "";
    const [newest, older] = [loads.slice(0, shownLoads), loads.slice(shownLoads)];
    list.replaceChildren(...newest.map(itemOf));
    earlier.replaceChildren(...older.map(itemOf));
    folded.hidden = older.length === 0;
    none.hidden = loads.length > 0;
    if (focused !== "") document.getElementById(focused)?.focus();
    if (loads.some(({ ended_at: at }) => at === null)) setTimeout(() => list.isConnected && onChange(), 3_000);
  }
  draw();
  const times = element("small", {}, `Times in the time zone ${timeZone}`);
  return [
    importSection(session, account, { show: showLoad, hide: result.hide, onReceived: onChange }),
    result.section,
    element("section", {}, element("h2", {}, "Recent files"), times, none, list, folded),
    ...(isOffice(session) ? [personSection(session, timeText)] : []),
    undo.dialog,
    element(
      "p",
      {},
      actionButton("Forget the token", async () => session.forget(), { class: "plain" }),
    ),
  ];
}

whenReady(start);
