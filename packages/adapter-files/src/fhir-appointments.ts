import type { FileHandle } from "node:fs/promises";
import { type ImportRow, invalid } from "@repute/domain";
import { type ImportTexts, type MaybeTexts, present, type Reading } from "./import-texts.js";
import { pieces } from "./input-file.js";
import { type ByteLine, jsonLines, type NumberedLine, readJsonLine } from "./ndjson.js";

/** Reads the appointments of a FHIR R4 file. Reads the file twice, because a patient may come after the appointment. */
export async function* fhirRows(handle: FileHandle, { onLayout }: Reading): AsyncGenerator<readonly ImportRow[]> {
  onLayout({ format: "FHIR R4", facts: [] });
  await refuseIncomplete(handle);
  const known = await participantsIn(handle);
  for await (const entries of fhirEntries(handle)) yield entries.flatMap((entry) => rowOf(entry, known));
}

type Participants = ReadonlyMap<string, ImportTexts>;

/** Maps references such as `Patient/7` to the details of patients, locations and practitioners. */
async function participantsIn(handle: FileHandle): Promise<Participants> {
  const participants = new Map<string, ImportTexts>();
  let [appointments, others] = [0, 0];
  for await (const entries of fhirEntries(handle)) {
    for (const entry of entries) {
      const resource = "resource" in entry ? entry.resource : undefined;
      if (isAppointment(resource)) appointments += 1;
      else others += 1;
      const fields = fieldsOfResource(resource);
      if (!fields || !("resource" in entry)) continue;
      for (const name of namesOfEntry(resource, entry.fullUrl)) participants.set(name, fields);
    }
  }
  if (others > 0 && appointments === 0) throw withoutAppointments();
  return participants;
}

const isAppointment = (resource: unknown): boolean => textAt(resource, "resourceType") === "Appointment";

function rowOf(entry: FhirEntry, known: Participants): ImportRow[] {
  const { row } = entry;
  if ("problem" in entry) return [{ row, problem: entry.problem }];
  const { resource, mode } = entry;
  if (isAppointment(resource)) return [{ row, ...textsOf(resource, known) }];
  const type = textAt(resource, "resourceType");
  if (mode === "include" || mode === "outcome" || companions.has(type ?? "")) return [];
  return [{ row, problem: `is ${resourceName(type)}, expected a resource of type Appointment` }];
}

/** Types of resources that accompany appointments. These resources are skipped without a problem. */
const companions = new Set([
  ...["Patient", "Practitioner", "PractitionerRole", "Location", "RelatedPerson", "Organization"],
  ...["HealthcareService", "Slot", "Schedule", "OperationOutcome"],
]);

const resourceName = (type: string | undefined): string =>
  type !== undefined && /^[A-Z][A-Za-z]{1,40}$/.test(type) ? `a resource of type ${type}` : "not a FHIR resource";

function textsOf(appointment: unknown, known: Participants): ImportTexts {
  const fields = listAt(appointment, "participant")
    .filter((participant) => textAt(participant, "status") !== "declined")
    .map((participant) => fieldsOfActor(appointment, valueAt(participant, "actor"), known));
  const status = textAt(appointment, "status");
  return {
    ...fields.reduceRight<ImportTexts>((all, one) => ({ ...all, ...one }), {}),
    ...present({
      appointmentId: textAt(appointment, "id") ?? textAt(appointment, "identifier", 0, "value"),
      appointmentDate: textAt(appointment, "start"),
      bookedAt: textAt(appointment, "created"),
      // FHIR says to ignore a record that was entered in error, because the appointment never existed.
      status: status === "entered-in-error" ? "deleted" : status,
    }),
  };
}

function fieldsOfActor(appointment: unknown, actor: unknown, known: Participants): ImportTexts {
  const own = fieldsOfReference(actor);
  const reference = textAt(actor, "reference") ?? "";
  const relative = reference.split("/").slice(-2).join("/");
  const fields = reference.startsWith("#")
    ? containedIn(appointment, reference.slice(1))
    : (known.get(reference) ?? known.get(relative));
  // Prefer the patient's separate names, which are more precise than the display name in the reference.
  const isNamed = (fields?.lastName ?? fields?.firstName) !== undefined;
  return present({ ...own, ...fields, ...(isNamed && { fullName: undefined }) });
}

const containedIn = (appointment: unknown, id: string): ImportTexts | undefined =>
  fieldsOfResource(listAt(appointment, "contained").find((resource) => textAt(resource, "id") === id));

const withoutAppointments = () => invalid("file_unreadable", "cannot read the file: it contains no FHIR Appointment");

/** Returns the row fields from a resource that an appointment refers to, or `undefined` for an unsupported type. */
function fieldsOfResource(resource: unknown): ImportTexts | undefined {
  const readFields = readers.get(textAt(resource, "resourceType") ?? "");
  return readFields && present(readFields(resource));
}

type RowFields = (resource: unknown) => MaybeTexts;

const readers: ReadonlyMap<string, RowFields> = new Map(
  Object.entries<RowFields>({
    Patient: (patient) => ({
      patientId: identifierOf(patient, isRecordNumber) ?? identifierOf(patient),
      ...nameOf(patient),
      ...phonesOf(patient),
      dateOfBirth: textAt(patient, "birthDate"),
      email: contactsOf(patient, "email")[0]?.value,
      state: listAt(patient, "address")
        .map((address) => textAt(address, "state"))
        .find(Boolean),
    }),
    Location: (location) => ({ location: textAt(location, "name") ?? identifierOf(location) }),
    Practitioner: (practitioner) => ({
      provider: identifierOf(practitioner, isNpi) ?? fullName(practitioner) ?? identifierOf(practitioner),
    }),
    PractitionerRole: (role) => ({
      provider: identifierOf(role, isNpi) ?? textAt(role, "practitioner", "display") ?? identifierOf(role),
      location: textAt(role, "location", 0, "display"),
    }),
  }),
);

const isRecordNumber = (identifier: unknown): boolean =>
  listAt(identifier, "type", "coding").some((coding) => textAt(coding, "code") === "MR");

const isNpi = (identifier: unknown): boolean => textAt(identifier, "system") === "http://hl7.org/fhir/sid/us-npi";

const identifierOf = (resource: unknown, isWanted: (identifier: unknown) => boolean = () => true) =>
  textAt(
    listAt(resource, "identifier").find((identifier) => isWanted(identifier) && textAt(identifier, "value")),
    "value",
  );

/** Returns the current name: official, then usual, then any name that is not old and not a maiden name. */
function namesOf(resource: unknown): unknown {
  const names = listAt(resource, "name");
  const use = (wanted: string) => names.find((name) => textAt(name, "use") === wanted);
  return use("official") ?? use("usual") ?? names.find((name) => !isOld(name)) ?? names[0];
}

const isOld = (value: unknown): boolean => ["old", "maiden"].includes(textAt(value, "use") ?? "");

function nameOf(patient: unknown): ImportTexts {
  const name = namesOf(patient);
  const [lastName, firstName] = [textAt(name, "family"), textAt(name, "given", 0)];
  const fullName = (lastName ?? firstName) ? undefined : textAt(name, "text");
  return present({ lastName, firstName, fullName });
}

function fullName(practitioner: unknown): string | undefined {
  const name = namesOf(practitioner);
  const parts = [textAt(name, "family"), textAt(name, "given", 0)].filter(Boolean);
  return parts.length === 2 ? parts.join(", ") : (textAt(name, "text") ?? parts[0]);
}

type Contact = { readonly value: string; readonly use: string | undefined };

const contactsOf = (resource: unknown, system: string): readonly Contact[] =>
  listAt(resource, "telecom").flatMap((telecom) => {
    const value = textAt(telecom, "value");
    const isWanted = value !== undefined && textAt(telecom, "system") === system && !isOld(telecom);
    return isWanted ? [{ value, use: textAt(telecom, "use") }] : [];
  });

/**
 * Assigns phones to fields by use.
 * A phone without a use counts as mobile if no phone is marked as mobile.
 * Otherwise, it counts as home.
 */
function phonesOf(patient: unknown): ImportTexts {
  const phones = contactsOf(patient, "phone");
  const used = (use: string | undefined) => phones.find((phone) => phone.use === use)?.value;
  const mobile = used("mobile");
  return present({
    mobilePhone: mobile ?? used(undefined),
    homePhone: used("home") ?? (mobile === undefined ? undefined : used(undefined)),
    workPhone: used("work"),
  });
}

/** Returns the row fields from a reference whose resource is not in the file. */
function fieldsOfReference(actor: unknown): ImportTexts {
  const [id, type] = textAt(actor, "reference")?.split("/").reverse() ?? [];
  const number = textAt(actor, "identifier", "value") ?? (type === undefined ? undefined : id);
  const readFields = referenceReaders.get(textAt(actor, "type") ?? type ?? "");
  return readFields ? present(readFields(textAt(actor, "display"), number)) : {};
}

const provider = (name?: string, number?: string): MaybeTexts => ({ provider: name ?? number });

type ReferenceFields = (name?: string, number?: string) => MaybeTexts;

const referenceReaders: ReadonlyMap<string, ReferenceFields> = new Map([
  ["Patient", (name, number) => ({ fullName: name, patientId: number })],
  ["Location", (name, number) => ({ location: name ?? number })],
  ["Practitioner", provider],
  ["PractitionerRole", provider],
] as readonly (readonly [string, ReferenceFields])[]);

/**
 * Returns the names that appointments may use for a bundle entry.
 * The names are `Type/id`, and the full URL if it does not end with `Type/id`.
 */
const namesOfEntry = (resource: unknown, fullUrl: string | undefined): readonly string[] => {
  const id = textAt(resource, "id");
  const own = id === undefined ? [] : [`${String(valueAt(resource, "resourceType"))}/${id}`];
  return fullUrl === undefined || own.some((name) => fullUrl.endsWith(`/${name}`)) ? own : [...own, fullUrl];
};

/** An entry of a FHIR bundle: a resource, or a problem. `row` is the entry's position in the file, from 1. */
type FhirEntry = { readonly row: number } & (
  | { readonly resource: unknown; readonly fullUrl?: string | undefined; readonly mode?: string | undefined }
  | { readonly problem: string }
);

const maxEntryLength = 1_048_576;

/**
 * Reads the resources of a FHIR file in chunks.
 * The file is one bundle, one array, or one JSON value per line.
 * Each line can be a resource, or a bundle with one page of a search result.
 * Throws `file_incomplete` at the end if the last bundle links to a next page.
 */
async function* fhirEntries(handle: FileHandle): AsyncGenerator<readonly FhirEntry[]> {
  const lines = (await hasOneALine(handle)) ? jsonLines(handle) : elements(handle);
  let hasNext = false;
  let last = 0;
  function numbered(line: NumberedLine): readonly FhirEntry[] {
    const entries = entriesOf(line, last + 1);
    last = entries.at(-1)?.row ?? last;
    return entries;
  }
  for await (const chunk of lines) {
    for (const line of chunk) {
      const bundle = "value" in line ? [line.value].flat().findLast(isBundle) : undefined;
      if (bundle !== undefined) hasNext = listAt(bundle, "link").some(isNext);
    }
    yield chunk.flatMap(numbered);
  }
  if (hasNext) throw incomplete();
}

const isBundle = (value: unknown): boolean => textAt(value, "resourceType") === "Bundle";

async function hasOneALine(handle: FileHandle): Promise<boolean> {
  for await (const [first] of jsonLines(handle)) return first !== undefined && "value" in first;
  return false;
}

/** Throws `file_incomplete` if a bundle that spans several lines links to a next page. */
async function refuseIncomplete(handle: FileHandle): Promise<void> {
  if (await hasOneALine(handle)) return;
  const cutter = elementCutter("link", maxEntryLength);
  for await (const piece of pieces(handle)) {
    for (const { bytes } of cutter.cut(piece)) {
      const read = bytes && readJsonLine(bytes);
      if (read && "value" in read && isNext(read.value)) throw incomplete();
    }
  }
}

const isNext = (link: unknown): boolean => textAt(link, "relation") === "next";

async function* elements(handle: FileHandle): AsyncGenerator<readonly NumberedLine[]> {
  const cutter = elementCutter("entry", maxEntryLength);
  for await (const piece of pieces(handle)) {
    yield [...cutter.cut(piece)].map(({ line, bytes }) => {
      const read = bytes && readJsonLine(bytes);
      return { line, ...(read ?? { problem: "is longer than 1 MB" }) };
    });
  }
  if (!cutter.isWhole()) throw cutShort();
}

/**
 * Returns the resources in one line: the entries of a bundle, the members of an array, or a single resource.
 * Entries and members are numbered from `first`.
 * A single resource has the number of its line, or `first` if that is greater.
 */
function entriesOf(line: NumberedLine, first: number): readonly FhirEntry[] {
  const row = Math.max(line.line, first);
  if ("problem" in line) return [{ row, problem: line.problem }];
  if (!isBundle(line.value) && !Array.isArray(line.value)) return [entryOf(row, line.value)];
  const entries = [line.value].flat().flatMap((one) => (isBundle(one) ? listAt(one, "entry") : [one]));
  return entries.map((entry, index) => entryOf(first + index, entry));
}

/** Converts a JSON value, either a resource or a bundle entry, to an entry. */
function entryOf(row: number, value: unknown): FhirEntry {
  if (textAt(value, "resourceType") !== undefined) return { row, resource: value };
  const resource = valueAt(value, "resource");
  return { row, resource, fullUrl: textAt(value, "fullUrl"), mode: textAt(value, "search", "mode") };
}

const incomplete = () =>
  invalid(
    "file_incomplete",
    "the FHIR bundle links to a next page: put all pages into one file, one bundle per line; nothing was stored",
  );

const cutShort = () => invalid("file_unreadable", "cannot read the file: the JSON is incomplete");

const code = (character: string): number => character.charCodeAt(0);
const [quote, backslash] = [code('"'), code("\\")];
const [openBrace, openBracket] = [code("{"), code("[")];

const opens = new Set([openBrace, openBracket]);
const closes = new Set([code("}"), code("]")]);

const maxKeyLength = 64;

/**
 * Splits chunks of JSON into objects: the members of the document's array `list`, or of a document that is an array.
 * Any other document is one object.
 * Buffers at most `longest` bytes per object.
 * The `bytes` of a longer object are `undefined`.
 */
function elementCutter(list: string, longest: number) {
  let [depth, inText, isEscaped] = [0, false, false];
  let key = "";
  /** Nesting depths: of the members of `list`, and of the object that is being buffered. */
  let listDepth: number | undefined;
  let retainedDepth: number | undefined;
  let parts: Buffer[] = [];
  let [length, count] = [0, 0];

  function keep(part: Buffer): void {
    length += part.length;
    if (length <= longest) parts.push(part);
    else parts = [];
  }

  function drop(): void {
    [parts, length, retainedDepth] = [[], 0, undefined];
  }

  function finish(): ByteLine {
    const bytes = length > longest ? undefined : Buffer.concat(parts);
    drop();
    count += 1;
    return { line: count, bytes };
  }

  function open(byte: number): boolean {
    const isOfList = byte === openBracket && (depth === 0 || (depth === 1 && key === list && retainedDepth === 0));
    if (isOfList) {
      drop();
      listDepth = depth + 1;
    }
    const begins = byte === openBrace && retainedDepth === undefined && (depth === 0 || depth === listDepth);
    if (begins) retainedDepth = depth;
    depth += 1;
    return begins;
  }

  function close(): boolean {
    depth -= 1;
    if (listDepth !== undefined && depth < listDepth) listDepth = undefined;
    return depth === retainedDepth;
  }

  function read(byte: number): void {
    if (isEscaped) isEscaped = false;
    else if (byte === backslash) isEscaped = true;
    else if (byte === quote) inText = false;
    if (depth === 1 && inText && key.length < maxKeyLength) key += String.fromCharCode(byte);
  }

  return {
    /** Yields the objects whose end is in the chunk `piece`. */
    *cut(piece: Buffer): Generator<ByteLine> {
      let start = 0;
      for (let index = 0; index < piece.length; index += 1) {
        const byte = piece[index] as number;
        if (inText) read(byte);
        else if (byte === quote) [inText, key] = [true, ""];
        else if (opens.has(byte)) start = open(byte) ? index : start;
        else if (closes.has(byte) && close()) {
          keep(piece.subarray(start, index + 1));
          yield finish();
        }
      }
      if (retainedDepth !== undefined) keep(piece.subarray(start));
    },
    /** Returns true if all brackets and strings are closed. */
    isWhole: (): boolean => depth === 0 && !inText,
  };
}

/** Returns the value at a path in a JSON value, or `undefined` if the path does not exist. */
const valueAt = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Record<string | number, unknown>)[key] : undefined,
    value,
  );

/** Returns the trimmed string at a path, or `undefined` if the string is empty or the value is not a string. */
function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = valueAt(value, ...path);
  return (typeof found === "string" && found.trim()) || undefined;
}

/** Returns the array at a path, or an empty array if the value is not an array. */
function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}
