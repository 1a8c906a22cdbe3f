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
import { openSession, whenReady } from "./session.js";

/** Age in milliseconds after which the figures are read again when the visitor returns to the tab. */
const maxAge = 60_000;

function start(): void {
  const session = openSession("a token that reads v2", () => void load());
  const { form, content, tell } = session;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  const [firstField, lastField] = [field("first"), field("last")];
  const send = sender(session.request);
  let readAt = 0;
  let current = 0;

  async function load(): Promise<void> {
    const own = (current += 1);
    readAt = Date.now();
    tell("Loading...");
    content.setAttribute("aria-busy", "true");
    const sections = await readSections({ first: firstField.value, last: lastField.value }, send);
    if (own !== current) return;
    content.removeAttribute("aria-busy");
    if (sections instanceof RefusedRequest && sections.status === 401) return;
    if (sections instanceof Error) return tell(sections.message);
    tell(sections.note);
    content.replaceChildren(...sections.all);
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden || content.childElementCount === 0 || Date.now() - readAt < maxAge) return;
    session.submit();
  });
  showRows(send);

  const today = new Date();
  const monthOf = (offset: number) =>
    new Date(Date.UTC(today.getFullYear(), today.getMonth() + offset, 1)).toISOString().slice(0, 7);
  [firstField.value, lastField.value] = [monthOf(-11), monthOf(0)];
  session.start();
}

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

whenReady(start);
