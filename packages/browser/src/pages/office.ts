import { actionButton, element, nameElement, tableOf } from "./elements.js";
import { type Catalog, importSection } from "./import-form.js";
import { resultSection } from "./load-result.js";
import { endOf, isStored, kindTitles, type Load, nameOf, stateText } from "./loads.js";
import { requester } from "./requests.js";
import { openSession, type Session, whenReady } from "./session.js";

/** Facts about the account that the page needs. Only tokens that read `/v2` can read them. */
type Account = Catalog & { readonly timeZone: string };

function start(): void {
  const session = openSession("an office token", () => void open());
  const { content, form, tell } = session;

  async function open(): Promise<void> {
    tell("Loading...");
    try {
      const [loads, account] = [await readLoads(session), await readAccount(session)];
      content.replaceChildren(...sections(session, account, loads));
      form.hidden = true;
      tell("");
    } catch (error) {
      if (session.token() !== "") tell((error as Error).message);
    }
  }
  session.start();
}

const readLoads = async ({ request }: Session): Promise<readonly Load[]> => {
  const response = await request("v1/loads");
  return ((await response.json()) as { readonly items: readonly Load[] }).items;
};

type Named = { readonly id: number; readonly name?: string; readonly location_name?: string; is_survey?: boolean };

async function readAccount({ base, token }: Session): Promise<Account> {
  const request = requester(base, token, () => {});
  const read = async <T>(path: string): Promise<Partial<T>> => {
    try {
      return (await (await request(`v2/${path}`)).json()) as T;
    } catch {
      return {};
    }
  };
  const today = new Date().toISOString().slice(0, 10);
  const [overview, platforms, locations] = await Promise.all([
    read<{ time_zone: string }>(`overview?start_date=${today}&end_date=${today}`),
    read<{ items: readonly Named[] }>("platforms"),
    read<{ items: readonly Named[] }>("locations"),
  ]);
  const choices = (items: readonly Named[] = []) =>
    items
      .filter((one) => one.is_survey !== true)
      .map((one) => [String(one.id), one.name ?? one.location_name ?? ""] as const);
  return {
    timeZone: overview.time_zone ?? "UTC",
    platforms: choices(platforms.items),
    locations: choices(locations.items),
  };
}

/** Creates the sections of the page: the form, the result and the list of files. */
function sections(session: Session, account: Account, first: readonly Load[]): readonly HTMLElement[] {
  const result = resultSection(session);
  let loads = first;

  const showLoad = (load: Load, runImport?: () => Promise<void>) => {
    const before = loads.find((one) => isStored(one) && one.sha256 === load.sha256 && one.kind === load.kind);
    const note = before ? `The practice imported the same file on ${timeText(account, before.received_at)}.` : "";
    const actions = runImport ? [actionButton("Import the file", runImport)] : [];
    return result.show(load, actions, runImport && note);
  };
  const list = element("div", {});
  const refresh = async () => {
    loads = await readLoads(session);
    draw();
  };
  const openLoad = async (load: Load) => showLoad(await endOf(session, load, () => {}));
  const draw = () => {
    const focused = document.activeElement?.id ?? "";
    list.replaceChildren(loadTable(loads, account, openLoad));
    if (focused !== "") document.getElementById(focused)?.focus();
    if (list.isConnected && loads.some(({ ended_at: at }) => at === null))
      setTimeout(() => void refresh().catch(() => {}), 3_000);
  };
  draw();
  const files = element("section", {}, element("h2", {}, "Recent files"), list);
  const onReceived = () => void refresh().catch(() => {});
  return [importSection(session, account, { show: showLoad, hide: result.hide, onReceived }), result.section, files];
}

const timeText = ({ timeZone }: Account, at: string): string =>
  new Date(at).toLocaleString("en-US", { timeZone, dateStyle: "medium", timeStyle: "short" });

function loadTable(loads: readonly Load[], account: Account, open: (load: Load) => Promise<void>): HTMLElement {
  if (loads.length === 0) return element("p", {}, "No files were sent yet.");
  const rows = loads.map((load) => [
    element("span", {}, nameElement(nameOf(load), ""), element("small", {}, kindTitles[load.kind])),
    timeText(account, load.received_at),
    element("span", load.state === "failed" ? { class: "bad" } : {}, stateText(load)),
    actionButton("Show", () => open(load), {
      id: `show-${load.id}`,
      class: "plain",
      "aria-label": `Show ${nameOf(load)}`,
    }),
  ]);
  const titles = ["File", `Received (${account.timeZone})`, "State", "Result"];
  return tableOf(
    "Recent files",
    titles.map((title) => ({ title })),
    rows,
  );
}

whenReady(start);
