import { actionButton, countText, element, tableOf } from "./elements.js";
import { isStored, type Load, nameOf, problemText } from "./loads.js";
import type { Session } from "./session.js";

/** Section that shows the result of one load at a time. */
export type ResultSection = {
  readonly section: HTMLElement;
  /** Shows the result of a load that has ended. `actions` are buttons that come first. */
  readonly show: (load: Load, actions: readonly HTMLElement[], note?: string) => Promise<void>;
  readonly hide: () => void;
};

/** Creates the section for results, which is hidden until it shows one. */
export function resultSection({ request, token }: Session): ResultSection {
  const title = element("h2", { tabindex: "-1" });
  const content = element("div", {});
  const section = element("section", { hidden: "", class: "result" }, title, content);
  let current = 0;

  async function show(load: Load, actions: readonly HTMLElement[], note = ""): Promise<void> {
    const own = (current += 1);
    const used = token();
    const response = await request(`v1/loads/${load.id}/report`, { headers: { Accept: "text/html" } });
    const report = reportIn(await response.text()) ?? problemReport(load);
    if (own !== current || used !== token()) return;
    const download = async () => {
      const csv = await request(`v1/loads/${load.id}/report`, { headers: { Accept: "text/csv" } });
      save(await csv.blob(), `${nameOf(load)}-rows.csv`);
    };
    const rows = actionButton("Download the rows to correct", download, { class: "plain" });
    title.replaceChildren(element("bdi", {}, nameOf(load)), `: ${report.title}`);
    const notes = [note, ...load.notes].filter((text) => text !== "").map((text) => element("p", {}, text));
    const buttons = [...actions, ...(report.hasRows ? [rows] : [])];
    content.replaceChildren(
      element("p", { class: "outcome" }, outcomeOf(load)),
      element("div", { class: "actions" }, ...buttons),
      ...notes,
      report.body,
    );
    section.hidden = false;
    title.focus();
    title.scrollIntoView();
  }
  const hide = () => {
    current += 1;
    section.hidden = true;
  };
  return { section, show, hide };
}

const outcomeOf = (load: Load): string =>
  load.state === "failed"
    ? "The file was not imported, and nothing was stored. Correct the file, then choose it again."
    : isStored(load)
      ? "The file is imported."
      : "The file is tested, and nothing was imported.";

type LoadReport = { readonly title: string; readonly body: HTMLElement; readonly hasRows: boolean };

/**
 * Takes the content and the style of a report page over into this page. The service has escaped all values, and the
 * page's security policy permits no scripts of a report. The style applies only within the report.
 */
function reportIn(html: string): LoadReport | undefined {
  const [, style, page = ""] = html.split(/<\/?style>/);
  const main = new DOMParser().parseFromString(page, "text/html").querySelector("main");
  if (!main || style === undefined) return undefined;
  const title = main.querySelector("h1");
  title?.remove();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`.report{${style}}`);
  document.adoptedStyleSheets = [sheet];
  const hasRows = main.querySelector(".group.error, .group.warning") !== null;
  return { title: title?.textContent ?? "", body: element("div", { class: "report" }, ...main.children), hasRows };
}

/** Shows the problems of a load if the service has no report page. */
function problemReport({ problems, counts }: Load): LoadReport {
  const numbers = Object.entries(counts ?? {}).filter((pair): pair is [string, number] => typeof pair[1] === "number");
  const rows = [
    ...numbers.map(([name, count]) => [name.replace(/_/g, " "), countText(count)]),
    ...problems.map((problem) => ["Problem", problemText(problem)]),
  ];
  const body = tableOf("Result", [{ title: "Result" }, { title: "Value" }], rows);
  return { title: "result", body, hasRows: problems.length > 0 };
}

function save(content: Blob, name: string): void {
  const link = element("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
