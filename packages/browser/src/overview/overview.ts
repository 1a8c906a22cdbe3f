import { element } from "./elements.js";
import { RefusedRequest, type Send, sender } from "./requests.js";
import { showRows } from "./rows.js";
import {
  campaignSection,
  daysOf,
  importSection,
  isEmpty,
  type Months,
  type Overview,
  overviewSections,
  patientFileSection,
  statusSection,
} from "./sections.js";

/** Address of the service. It is relative to this script, because the page can be under any path. */
const base = new URL("..", (document.currentScript as HTMLScriptElement).src).href.slice(0, -1);

const storageKey = "repute-overview-token";

/** Age in milliseconds after which the figures are read again when the visitor returns to the tab. */
const maxAge = 60_000;

function start(): void {
  const form = document.querySelector("form") as HTMLFormElement;
  const content = document.getElementById("content") as HTMLElement;
  const message = document.getElementById("message") as HTMLElement;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
  const tokenField = field("token");
  const [firstField, lastField] = [field("first"), field("last")] as [HTMLInputElement, HTMLInputElement];
  let readAt = 0;
  let current = 0;

  const send = sender(base, tokenOf, () => {
    sessionStorage.removeItem(storageKey);
    content.replaceChildren();
    document.querySelector("dialog")?.close();
    if (!tokenField) return tell("You are not logged in. Log in to the app, then load this page again.");
    tokenField.value = "";
    tell("The token is not valid, or is no longer valid. Enter a token that reads v2.");
    tokenField.focus();
  });

  const tell = (text: string) => message.replaceChildren(text);

  async function load(months: Months): Promise<void> {
    const own = (current += 1);
    readAt = Date.now();
    tell("Loading...");
    content.setAttribute("aria-busy", "true");
    const sections = await readSections(months, send);
    if (own !== current) return;
    content.removeAttribute("aria-busy");
    if (sections instanceof RefusedRequest && sections.status === 401) return;
    if (sections instanceof Error) return tell(sections.message);
    tell(sections.note);
    content.replaceChildren(...sections.all);
  }

  const submit = () => {
    const months = { first: firstField.value, last: lastField.value };
    if (tokenField) sessionStorage.setItem(storageKey, tokenField.value.trim());
    void load(months);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || content.childElementCount === 0 || Date.now() - readAt < maxAge) return;
    submit();
  });
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  showRows(send);

  const today = new Date();
  const monthOf = (offset: number) =>
    new Date(Date.UTC(today.getFullYear(), today.getMonth() + offset, 1)).toISOString().slice(0, 7);
  [firstField.value, lastField.value] = [monthOf(-11), monthOf(0)];
  if (tokenField) tokenField.value = tokenOf();
  if (!tokenField || tokenOf() !== "") submit();
  else tokenField.focus();
}

const tokenOf = (): string => sessionStorage.getItem(storageKey) ?? "";

type Sections = { readonly all: readonly HTMLElement[]; readonly note: string };

/** Reads all figures and renders them. If a token may not read a section, its message is shown instead. */
async function readSections(months: Months, send: Send): Promise<Sections | Error> {
  const [first, last] = daysOf(months);
  const range = `start_date=${first}&end_date=${last}`;
  const read = async <T>(path: string): Promise<T | Error> => {
    try {
      return (await send(path)).body as T;
    } catch (error) {
      return error instanceof Error ? error : new Error("The figures could not be read.");
    }
  };
  type Items = { readonly items: Parameters<typeof campaignSection>[0] };
  const [overview, campaigns, imports, files, status] = await Promise.all([
    read<Overview>(`overview?${range}`),
    read<Items>(`campaigns?${range}`),
    read<Items>(`integration-imports?${range}&limit=50`),
    read<Items>(`cahps-parsed-files?${range}&limit=50`),
    read<{ readonly sources: Parameters<typeof statusSection>[0] }>("status"),
  ]);
  if (overview instanceof Error) return overview;
  const others = [
    ...(campaigns instanceof Error ? [failed("Campaigns", campaigns)] : [campaignSection(campaigns.items, months)]),
    ...(imports instanceof Error ? [failed("Imports", imports)] : [importSection(imports.items)]),
    ...(files instanceof Error ? [failed("Patient files for surveys", files)] : [patientFileSection(files.items)]),
    ...(status instanceof Error ? [failed("Freshness of the data", status)] : [statusSection(status.sources)]),
  ];
  const zone = `Months in the time zone ${overview.time_zone}.`;
  if (isEmpty(overview)) return { all: others, note: `The account has no data in these months. ${zone}` };
  return { all: [...overviewSections(overview, months), ...others], note: zone };
}

const failed = (title: string, { message }: Error): HTMLElement =>
  element("section", {}, element("h2", {}, title), element("p", {}, message));

if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
