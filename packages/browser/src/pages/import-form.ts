import { type Choices, countText, element, selectOf } from "./elements.js";
import { endOf, type Kind, kindTitles, type Load, sendFile } from "./loads.js";
import type { Session } from "./session.js";

/** Parameter of the request that sends a file, as a field of the form. */
type Field = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: "date" | "month" | "number" | "text";
  readonly choices?: Choices;
  readonly isRequired?: boolean;
};

const connection = { name: "connection", label: "Connection", hint: "If the practice has several" } as const;
const exported = { name: "uploaded_at", label: "Day of the file", hint: "If it is not today", type: "date" } as const;

/** Names that the account has given to its locations and platforms. */
export type Catalog = { readonly platforms: Choices; readonly locations: Choices };

const fieldsOf = ({ platforms, locations }: Catalog): Readonly<Record<Kind, readonly Field[]>> => ({
  appointments: [connection, exported],
  calls: [
    {
      ...{ name: "format", label: "Call tracker", hint: "If the file is not recognized" },
      choices: ["CallRail", "Twilio", "CallTrackingMetrics"].map((name) => [name.toLowerCase(), name]),
    },
  ],
  patients: [
    {
      ...{ name: "type", label: "Survey", isRequired: true },
      choices: [
        ["OASCAHPS", "OAS CAHPS"],
        ["HCAHPS", "HCAHPS"],
      ],
    },
    { name: "month", label: "Sample month", type: "month" },
    { name: "corrects", label: "Number of the file that it corrects", type: "number" },
    connection,
    exported,
  ],
  reviews: [
    { name: "platform", label: "Platform", isRequired: true, ...choicesOr(platforms) },
    { name: "location", label: "Location", hint: "For rows that name no location", ...choicesOr(locations) },
    connection,
  ],
  bundle: [{ name: "allow_deletions", label: "Number of records to delete", hint: "As in the test", type: "number" }],
});

const choicesOr = (choices: Choices) => (choices.length > 0 ? { choices } : ({ type: "number" } as const));

/** Name of the parameter that tests a file. */
const testNames: Readonly<Record<Kind, string>> = {
  appointments: "test",
  patients: "test",
  calls: "dry_run",
  reviews: "dry_run",
  bundle: "dry_run",
};

type Results = {
  /** Shows the result of a load. With `runImport`, offers to import the tested file. */
  readonly show: (load: Load, runImport?: () => Promise<void>) => Promise<void>;
  /** Hides the result of the file before, so that only the tested file can be imported. */
  readonly hide: () => void;
  /** Is called when the service has received a file. */
  readonly onReceived: () => void;
};

/** Creates the section in which a file is chosen, tested and imported. */
export function importSection(session: Session, catalog: Catalog, { show, hide, onReceived }: Results): HTMLElement {
  const fields = fieldsOf(catalog);
  const kind = selectOf("kind", Object.entries(kindTitles));
  const input = element("input", { type: "file", id: "file", required: "" });
  const chosen = element("strong", {}, "Choose a file, or drop it on this page");
  const [needed, more] = [element("div", { class: "fields" }), element("div", { class: "fields" })];
  const details = element("details", {}, element("summary", {}, "More options"), more);
  const test = element("button", {}, "Test the file");
  const state = element("span", { role: "status" });
  const bar = element("progress", { "aria-label": "Part of the file that is sent", max: "1" });
  const cancel = element("button", { type: "button", class: "plain" }, "Cancel");
  const sending = element("div", { class: "sending", hidden: "" }, bar, state, cancel);
  const problem = element("p", { class: "bad", role: "alert" });
  const form = element(
    "form",
    {},
    element("div", {}, element("label", { for: "kind" }, "Content of the file"), kind),
    element("label", { class: "drop" }, chosen, input),
    needed,
    details,
    test,
  );
  let abort = new AbortController();
  let isBusy = false;

  const showFields = () => {
    const all = fields[kind.value as Kind];
    needed.replaceChildren(...all.filter(({ isRequired }) => isRequired).map(fieldOf));
    more.replaceChildren(...all.filter(({ isRequired }) => !isRequired).map(fieldOf));
  };
  const showFile = () => {
    const file = input.files?.[0];
    chosen.replaceChildren(
      ...(file
        ? [element("bdi", {}, file.name), ` (${sizeText(file.size)})`]
        : ["Choose a file, or drop it on this page"]),
    );
  };
  const lock = (isLocked: boolean) => {
    isBusy = isLocked;
    form.querySelectorAll<HTMLInputElement>("button, input, select").forEach((one) => (one.disabled = isLocked));
    sending.hidden = !isLocked;
  };

  /** Sends the file and shows the result. `keys` are the idempotency keys of the test and of the import. */
  async function run(file: File, query: URLSearchParams, isTest: boolean, keys: readonly [string, string]) {
    if (isBusy) return;
    const used = new URLSearchParams(query);
    if (isTest) {
      used.set(testNames[query.get("kind") as Kind], "true");
      hide();
    }
    problem.replaceChildren();
    abort = new AbortController();
    lock(true);
    cancel.hidden = bar.hidden = false;
    bar.value = 0;
    state.replaceChildren("Sending the file");
    const onProgress = (sent: number, of: number) => {
      bar.value = sent / of;
      bar.textContent = `${sizeText(sent)} of ${sizeText(of)}`;
    };
    try {
      const how = { key: keys[isTest ? 0 : 1], signal: abort.signal, onProgress };
      const load = await sendFile(session, used, file, how);
      cancel.hidden = bar.hidden = true;
      onReceived();
      const ended = await endOf(session, load, (text) => state.replaceChildren(text));
      const isReady = isTest && ended.state === "succeeded";
      await show(ended, isReady ? () => run(file, query, false, keys) : undefined);
    } catch (error) {
      problem.replaceChildren((error as Error).message);
    } finally {
      lock(false);
      onReceived();
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const file = input.files?.[0];
    if (!file) return;
    const query = new URLSearchParams({ kind: kind.value, file_name: file.name });
    for (const one of form.querySelectorAll<HTMLInputElement>(".fields [name]")) {
      if (one.value.trim() !== "") query.set(one.name, one.value.trim());
    }
    void run(file, query, true, [randomKey(), randomKey()]);
  });
  kind.addEventListener("change", showFields);
  input.addEventListener("change", showFile);
  cancel.addEventListener("click", () => abort.abort());
  const section = element("section", {}, element("h2", {}, "Import a file"), form, sending, problem);
  dropInto(section, input, () => isBusy);
  addEventListener("beforeunload", (event) => {
    if (isBusy && !cancel.hidden && section.isConnected) event.preventDefault();
  });
  showFields();
  return section;
}

function fieldOf({ name, label, hint, type = "text", choices, isRequired }: Field): HTMLElement {
  const attributes = { ...(isRequired && { required: "" }), ...(hint && { "aria-describedby": `${name}-hint` }) };
  const empty = ["", isRequired ? "Choose" : "–"] as const;
  const field = choices
    ? selectOf(name, [empty, ...choices], attributes)
    : element("input", { id: name, name, type, min: "1", maxlength: "200", autocomplete: "off", ...attributes });
  const note = hint ? [element("small", { id: `${name}-hint` }, hint)] : [];
  return element("div", {}, element("label", { for: name }, label), field, ...note);
}

/** Lets the visitor drop a file anywhere on the page while a section is shown. */
function dropInto(section: HTMLElement, input: HTMLInputElement, isBusy: () => boolean): void {
  const listen = (type: "dragover" | "drop", act: (files: FileList) => void) =>
    addEventListener(type, (event) => {
      if (!section.isConnected || !event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      if (!isBusy()) act(event.dataTransfer.files);
    });
  listen("dragover", () => {});
  listen("drop", (files) => {
    input.files = files;
    input.dispatchEvent(new Event("change"));
  });
}

const randomKey = (): string => [...crypto.getRandomValues(new Uint32Array(4))].map(String).join("-");

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${countText(Math.ceil(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
