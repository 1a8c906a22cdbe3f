import { actionButton, countText, element, nameElement, tableOf } from "./elements.js";
import { isStored, type Kind, type Load, nameOf } from "./loads.js";
import type { Session } from "./session.js";

type Records = { readonly appointments: number; readonly invites: number };
type FileRows = readonly { readonly file_id: number; readonly rows: number }[];

/** Responses about an undo, by kind of file. */
type UndoneImport = {
  readonly undone_before: boolean;
  readonly removed: Records;
  readonly restored: Records;
  readonly reasons: Readonly<Record<string, number>>;
  readonly remaining: readonly {
    readonly kind: string;
    readonly reason: string;
    readonly patient_name: string | null;
    readonly at: string | null;
  }[];
};
type UndoneCalls = { readonly removed: number; readonly restored: number; readonly remaining: readonly unknown[] };
type UndoneFile = {
  readonly removed_visits: number;
  readonly removed_findings: number;
  readonly restored: FileRows;
  readonly remaining: FileRows;
};

const undoKinds: readonly Kind[] = ["appointments", "calls", "patients"];

/** Returns true if what a load imported can be undone. */
export const canUndo = (load: Load): boolean => isStored(load) && undoKinds.includes(load.kind);

type Undo = {
  readonly dialog: HTMLElement;
  /** Shows what an undo would change, and undoes the load if the visitor confirms it. */
  readonly ask: (load: Load) => Promise<void>;
};

/** Creates the dialog that undoes loads. `timeText` formats a time, and `onUndone` is called after an undo. */
export function undoDialog({ request }: Session, timeText: (at: string) => string, onUndone: () => void): Undo {
  const title = element("h2", { id: "undo-title", tabindex: "-1" });
  const content = element("div", {});
  const dialog = element("dialog", { "aria-labelledby": "undo-title" }, title, content);
  const close = (text: string) => actionButton(text, async () => dialog.close(), { class: "plain" });
  const undo = async ({ id }: Load, query = "") =>
    (await (await request(`v1/loads/${id}/undo${query}`, { method: "POST" })).json()) as unknown;
  const show = (load: Load, undone: unknown) => effectOf(load, undone, timeText);
  dialog.addEventListener("close", () => content.replaceChildren());

  async function ask(load: Load): Promise<void> {
    const found = await undo(load, "?dry_run=true");
    const isRepeated = (found as Partial<UndoneImport>).undone_before === true;
    const confirm = actionButton("Undo the import", async () => {
      const done = show(load, await undo(load));
      title.replaceChildren("The import is undone");
      content.replaceChildren(...done, element("p", {}, "You can import a corrected file now."), close("Close"));
      title.focus();
      onUndone();
    });
    const actions = isRepeated ? [close("Close")] : [confirm, close("Keep the import")];
    title.replaceChildren("Undo the import of ", element("bdi", {}, nameOf(load)), "?");
    content.replaceChildren(...show(load, found), element("div", { class: "actions" }, ...actions));
    dialog.showModal();
    title.focus();
  }
  return { dialog, ask };
}

/** Describes what an undo changes. */
function effectOf({ kind }: Load, undone: unknown, timeText: (at: string) => string): readonly HTMLElement[] {
  if (kind === "calls") {
    const { removed, restored, remaining } = undone as UndoneCalls;
    return [
      counts([
        ["Calls to remove", removed],
        ["Calls that get their earlier values", restored],
        ["Calls that were changed since, and stay", remaining.length],
      ]),
    ];
  }
  if (kind === "patients") {
    const { removed_visits: visits, removed_findings: findings, restored, remaining } = undone as UndoneFile;
    return [
      counts([
        ["Visits to remove", visits],
        ["Rows with findings to remove", findings],
        ...restored.map(({ file_id: id, rows }) => [`Rows of file ${id} that count again`, rows] as const),
        ...remaining.map(({ file_id: id, rows }) => [`Rows of file ${id} that stay not surveyed`, rows] as const),
      ]),
    ];
  }
  const { undone_before: isRepeated, removed, restored, reasons, remaining } = undone as UndoneImport;
  const staying = Object.values(reasons).reduce((sum, count) => sum + count, 0);
  const rows = remaining.map(({ kind: record, patient_name: name, at, reason }) => [
    nameElement(name, "Unknown"),
    record,
    at === null ? "–" : at.includes("T") ? timeText(at) : at,
    reasonTexts[reason] ?? reason,
  ]);
  const titles = ["Patient", "Record", "Time", "Reason"].map((one) => ({ title: one }));
  return [
    ...(isRepeated ? [element("p", { class: "outcome" }, "The import was already undone.")] : []),
    counts([
      ["Appointments to remove", removed.appointments],
      ["Invites to remove", removed.invites],
      ["Appointments that get their earlier values", restored.appointments],
      ["Invites that get their earlier values", restored.invites],
      ["Records that stay unchanged", staying],
    ]),
    ...(rows.length > 0 ? [tableOf("Records that stay unchanged", titles, rows)] : []),
  ];
}

/** Lists the counts that are not zero. */
function counts(rows: readonly (readonly [string, number])[]): HTMLElement {
  const shown = rows.filter(([, count]) => count > 0);
  if (shown.length === 0) return element("p", {}, "Nothing is left to undo.");
  const items = shown.flatMap(([name, count]) => [element("dt", {}, name), element("dd", {}, countText(count))]);
  return element("dl", { class: "effect" }, ...items);
}

/** Reasons for which an undo leaves a record unchanged. */
const reasonTexts: Readonly<Record<string, string>> = {
  changed: "Changed since",
  sent: "Already sent",
  erased: "The person was erased",
  opted_out: "The patient opted out",
  deceased: "The patient died",
  too_late: "The planned time has passed",
  invited_since: "The patient has another invite",
};
