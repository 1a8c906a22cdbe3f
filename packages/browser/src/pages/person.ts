import { actionButton, countText, element, selectOf, tableOf } from "./elements.js";
import type { Session } from "./session.js";

type Patient = { readonly patient: string; readonly names: readonly string[]; readonly records: number };

/** Response of `/v1/people/search`. */
type FoundPerson = {
  readonly kinds: Readonly<Record<string, number>>;
  readonly records: readonly Readonly<Record<"kind" | "at" | "patient" | "name" | "location" | "detail", string>>[];
  readonly patients: readonly Patient[];
  readonly shared: readonly { readonly contact: string; readonly patients: readonly Patient[] }[];
};

/** Members of the request that identify a person, with the option of `repute erase` for the same. */
const keys = {
  phone: { label: "Phone number", option: "--phone" },
  email: { label: "Email address", option: "--email" },
  patient_id: { label: "Patient ID", option: "--patient" },
  name: { label: "First and last name", option: undefined },
} as const;

/** Titles of the kinds of records. */
const titles: Readonly<Record<string, string>> = {
  appointment: "Appointments",
  invite: "Invites",
  review: "Reviews",
  nps_survey: "NPS surveys",
  survey_response: "Survey responses",
  call: "Calls",
  submission: "Online submissions",
  import_error: "Rows with errors in imports",
  staged_row: "Rows of unfinished imports",
  import_change: "Earlier versions of records that imports changed",
  patient_survey_warning: "Rows with findings in patient files",
  survey_visit: "Visits in patient files",
  stop: "Opt-outs from messages",
  kept_response: "Stored responses to submissions",
  tracker_event: "Events of call trackers",
};

/** Creates the section that finds the records about a person. `timeText` formats a time. */
export function personSection({ request }: Session, timeText: (at: string) => string): HTMLElement {
  const key = selectOf(
    "person-key",
    Object.entries(keys).map(([name, { label }]) => [name, label] as const),
  );
  const value = element("input", { id: "person", required: "", autocomplete: "off", maxlength: "500" });
  const found = element("div", { class: "found", "aria-live": "polite" });
  const find = actionButton(
    "Find",
    async () => {
      if (!form.reportValidity()) return;
      const [name, text] = [key.value as keyof typeof keys, value.value.trim()];
      found.replaceChildren("Searching...");
      try {
        const body = JSON.stringify({ [name]: text });
        const headers = { "Content-Type": "application/json" };
        const response = await request("v1/people/search", { method: "POST", headers, body });
        found.replaceChildren(...personView((await response.json()) as FoundPerson, { name, text }, timeText));
      } catch (error) {
        found.replaceChildren();
        throw error;
      }
    },
    { type: "submit" },
  );
  const form = element(
    "form",
    { autocomplete: "off" },
    element("div", {}, element("label", { for: "person-key" }, "Find by"), key),
    element("div", { class: "token" }, element("label", { for: "person" }, "Person"), value),
    find,
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  return element("section", {}, element("h2", {}, "Find a person"), form, found);
}

type Wanted = { readonly name: keyof typeof keys; readonly text: string };

/** Lists the records about a person, and the commands that erase them. */
function personView(
  { kinds, records, patients, shared }: FoundPerson,
  { name, text }: Wanted,
  timeText: (at: string) => string,
): readonly HTMLElement[] {
  const counted = Object.entries(kinds).filter(([, count]) => count > 0);
  if (counted.length === 0) return [element("p", {}, "No records were found.")];
  const parts = counted.flatMap(([kind, count]) => {
    const rows = records
      .filter((one) => one.kind === kind)
      .map(({ at, patient, name: person, location, detail }) => [
        at.includes("T") ? timeText(at) : at,
        ...[patient, person, location, detail].map((one) => element("bdi", {}, one)),
      ]);
    const title = titles[kind] ?? kind;
    const note = rows.length > 0 && rows.length < count ? `, the first ${rows.length} shown` : "";
    const columns = ["Time", "Patient ID", "Name", "Location", "Detail"].map((one) => ({ title: one }));
    const table = rows.length > 0 ? [tableOf(title, columns, rows)] : [];
    return [element("h3", {}, `${title}: ${countText(count)}${note}`), ...table];
  });
  const { option } = keys[name];
  const commands = option ? [[option, text]] : patients.map(({ patient }) => ["--patient", patient]);
  return [
    ...parts,
    element("h3", {}, "Patients with these records"),
    patientTable("Patients with these records", patients),
    ...shared.flatMap(({ contact, patients: others }) => [
      element("h3", {}, "Other patients with ", element("bdi", {}, contact)),
      patientTable(`Other patients with ${contact}`, others),
    ]),
    element("h3", {}, "To erase the person"),
    element("p", {}, "This page cannot erase. Send this command to the operator, who adds the key of the account:"),
    ...commands.map(([flag = "", given = ""]) =>
      element("p", {}, element("code", {}, `repute erase --account KEY ${flag} ${quoted(given)}`)),
    ),
  ];
}

const patientTable = (caption: string, patients: readonly Patient[]): HTMLElement =>
  tableOf(
    caption,
    [{ title: "Patient ID" }, { title: "Names" }, { title: "Records", isNumber: true }],
    patients.map(({ patient, names, records }) => [
      element("bdi", {}, patient),
      element("bdi", {}, names.join(", ")),
      countText(records),
    ]),
  );

/** Quotes a value for a shell. */
const quoted = (text: string): string => `'${text.replace(/'/g, `'\\''`)}'`;
