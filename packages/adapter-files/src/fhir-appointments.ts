import type { FileHandle } from "node:fs/promises";
import { type ImportRow, invalid } from "@repute/domain";
import {
  fhirEntries,
  type FhirEntry,
  type FhirResource,
  listAt,
  refuseIncomplete,
  textAt,
  valueAt,
} from "./fhir-entries.js";
import { type ImportTexts, present, type Reading } from "./import-texts.js";
import type { Notice } from "./input-file.js";

/** Reads the appointments of a FHIR R4 file. Reads the file twice, because a patient may come after the appointment. */
export async function* fhirRows(
  handle: FileHandle,
  { notice, onLayout }: Reading,
): AsyncGenerator<readonly ImportRow[]> {
  onLayout({ format: "FHIR R4", facts: [] });
  await refuseIncomplete(handle);
  const file = await resourcesIn(handle);
  for await (const entries of fhirEntries(handle)) yield entries.flatMap((entry) => rowOf(entry, file, notice));
}

type FileResources = Awaited<ReturnType<typeof resourcesIn>>;

/** Maps references such as `Patient/7` to resources, and ids of appointments to the row of their newest version. */
async function resourcesIn(handle: FileHandle) {
  const known = new Map<string, Resource>();
  const newest = new Map<string, { readonly row: number; readonly version: Version | undefined }>();
  let [appointments, others] = [0, 0];
  function keep(entry: FhirEntry): void {
    const resource = "resource" in entry ? entry.resource : undefined;
    if (isAppointment(resource)) {
      appointments += 1;
      const id = appointmentIdOf(resource);
      if (id !== undefined) keepNewest(newest, id, { row: entry.row, version: versionOf(resource) });
      return;
    }
    others += 1;
    const read = resourceOf(resource);
    if (read) for (const name of namesOfEntry(entry)) keepNewest(known, name, read);
  }
  for await (const entries of fhirEntries(handle)) entries.forEach(keep);
  if (others > 0 && appointments === 0) throw withoutAppointments();
  return { known, newest };
}

const isAppointment = (resource: unknown): boolean => textAt(resource, "resourceType") === "Appointment";

const appointmentIdOf = (appointment: unknown) =>
  textAt(appointment, "id") ?? textAt(appointment, "identifier", 0, "value");

const withoutAppointments = () => invalid("file_unreadable", "cannot read the file: it contains no FHIR Appointment");

/** Version of a resource. A version that is not a number and a missing time are NaN. */
type Version = { readonly number: number; readonly updated: number };

function versionOf(resource: unknown): Version | undefined {
  const id = textAt(resource, "meta", "versionId") ?? "";
  const number = /^\d+$/.test(id) ? Number(id) : NaN;
  const updated = Date.parse(textAt(resource, "meta", "lastUpdated") ?? "");
  return Number.isNaN(number) && Number.isNaN(updated) ? undefined : { number, updated };
}

/** Sets an entry of a map, unless the map has a newer version. Of equal versions, the last one counts. */
function keepNewest<T extends { readonly version: Version | undefined }>(map: Map<string, T>, key: string, one: T) {
  const [before, { version }] = [map.get(key)?.version, one];
  // The difference is NaN, and therefore not negative, if the versions cannot be compared.
  const isOlder = before && version && (version.number - before.number || version.updated - before.updated) < 0;
  if (!isOlder) map.set(key, one);
}

/**
 * Returns the names that appointments may use for a bundle entry.
 * The names are `Type/id`, and the full URL if it does not end with `Type/id`.
 */
function namesOfEntry(entry: FhirEntry): readonly string[] {
  const [type, id] = [textAt(entry, "resource", "resourceType"), textAt(entry, "resource", "id")];
  const own = id === undefined ? [] : [`${type}/${id}`];
  const fullUrl = textAt(entry, "fullUrl");
  return fullUrl === undefined || own.some((name) => fullUrl.endsWith(`/${name}`)) ? own : [...own, fullUrl];
}

function rowOf(entry: FhirEntry, { known, newest }: FileResources, notice: Notice): ImportRow[] {
  const { row } = entry;
  if ("problem" in entry) return [{ row, problem: entry.problem }];
  const { resource, mode } = entry;
  if (isAppointment(resource)) return isOutdated(entry, newest) ? [] : [{ row, ...textsOf(resource, known, notice) }];
  const type = textAt(resource, "resourceType") ?? "";
  if (mode === "include" || mode === "outcome" || companions.has(type)) return [];
  return [{ row, problem: `is ${resourceName(type)}, expected a resource of type Appointment` }];
}

/** True for an appointment whose newer version is in another row. Without a version, the import decides. */
const isOutdated = ({ row, resource }: FhirResource, newest: FileResources["newest"]): boolean =>
  versionOf(resource) !== undefined && (newest.get(appointmentIdOf(resource) ?? "")?.row ?? row) !== row;

/** Types of resources that accompany appointments. These resources are skipped without a problem. */
const companions = new Set([
  ...["Patient", "Practitioner", "PractitionerRole", "Location", "RelatedPerson", "Organization"],
  ...["HealthcareService", "Slot", "Schedule", "OperationOutcome"],
]);

const resourceName = (type: string): string =>
  /^[A-Z][A-Za-z]{1,40}$/.test(type) ? `a resource of type ${type}` : "not a FHIR resource";

type Texts = ImportTexts & Pick<ImportRow, "others" | "isDeceased">;

function textsOf(appointment: unknown, known: FileResources["known"], notice: Notice): Texts {
  const contained = containedIn(appointment);
  const find: Find = ({ reference }, within = contained) =>
    reference.startsWith("#")
      ? within?.get(reference.slice(1))
      : (known.get(reference) ?? known.get(reference.split("/").slice(-2).join("/")));
  const participants = listAt(appointment, "participant").map((participant) => {
    const actor = actorOf(valueAt(participant, "actor"));
    const resource = find(actor);
    return { actor, resource, type: resource?.type ?? actor.type, status: textAt(participant, "status") };
  });
  const patients = participants.filter(({ type }) => type === "Patient");
  const patient = patients.find(({ status }) => status !== "declined") ?? patients[0];
  const start = textAt(appointment, "start");
  if (start !== undefined && /T\d\d:\d\d(?::[\d.]{1,20})?$/.test(start)) notice(withoutZone);
  return {
    ...(patient && patientTexts(patient, start)),
    ...(patient?.resource?.patient?.isDeceased && { isDeceased: true }),
    ...present({
      appointmentId: appointmentIdOf(appointment),
      appointmentDate: start,
      bookedAt: textAt(appointment, "created"),
      status: statusOf(appointment, patient, notice),
    }),
    ...placesOf(participants, listAt(appointment, "slot"), find),
  };
}

const withoutZone =
  "some appointments have a time without a time zone: it was read in the time zone of the connection or the account";

/** Returns the status as written, followed by everything else that speaks against a visit. */
function statusOf(appointment: unknown, patient: Participant | undefined, notice: Notice): string {
  const status = textAt(appointment, "status") ?? "";
  const isContradictory = positive.has(status) && reasons.some((key) => hasContent(valueAt(appointment, key)));
  if (isContradictory) notice(contradictory);
  // Many systems never update the answer of a patient who came.
  const answer = attended.has(status) ? [] : patientParts(patient);
  const parts = [status, ...(isContradictory ? ["contradictory"] : []), ...answer];
  return parts.filter(Boolean).join(" | ");
}

/** Statuses of a patient who came. */
const attended = new Set(["arrived", "checked-in", "fulfilled"]);

/** Statuses of a visit that takes place or took place. */
const positive = new Set(["booked", ...attended]);

/** Elements with the reason for a cancellation, in FHIR R4 and R5. */
const reasons = ["cancelationReason", "cancellationReason"];

const hasContent = (value: unknown): boolean => typeof value === "object" && Object.keys(value ?? {}).length > 0;

const patientParts = ({ status = "" }: Partial<Participant> = {}): readonly string[] =>
  ["needs-action", "tentative", "declined"].includes(status) ? [status] : [];

const contradictory =
  "some appointments have a reason for a cancellation and a status such as fulfilled: their patients are not invited";

/** Participant of an appointment, with its resource if the file contains it. */
type Participant = {
  readonly actor: Actor;
  readonly resource: Resource | undefined;
  readonly type: string | undefined;
  readonly status: string | undefined;
};

/** Reference to a resource, with the ids and names that it states. */
type Actor = { readonly reference: string; readonly type: string | undefined; readonly labels: readonly Label[] };

/** Id or name of a location or provider: 0 for an NPI, 1 for other ids, 2 for names, 3 for the text of a reference. */
type Label = readonly [rank: number, text: string];

/** Resource that an appointment may refer to. `links` lead to a location or a provider. */
type Resource = Pick<Actor, "labels"> & {
  readonly type: string;
  readonly version: Version | undefined;
  readonly links: readonly Actor[];
  readonly contained?: Contained | undefined;
  readonly patient?: Patient | undefined;
};

type Contained = ReadonlyMap<string, Resource>;

type Find = (actor: Actor, within?: Contained) => Resource | undefined;

const maxList = 20;

function actorOf(value: unknown): Actor {
  const [reference = ""] = textAt(value, "reference")?.split("/_history/") ?? [];
  const [id, type] = reference.split("/").reverse();
  const labels = [
    ...labelsOf(1, type === undefined ? undefined : id),
    ...identifierLabels([valueAt(value, "identifier")]),
    ...labelsOf(3, textAt(value, "display")),
  ];
  return { reference, type: textAt(value, "type") ?? type, labels };
}

const labelsOf = (rank: number, ...texts: readonly (string | undefined)[]): readonly Label[] =>
  texts.flatMap((text) => (text === undefined ? [] : [[rank, text]]));

const identifierLabels = (identifiers: readonly unknown[]): readonly Label[] =>
  identifiers
    .filter((one) => !isOld(one))
    .slice(0, maxList)
    .flatMap((one) => labelsOf(isNpi(one) ? 0 : 1, textAt(one, "value")));

const isNpi = (identifier: unknown): boolean => textAt(identifier, "system") === "http://hl7.org/fhir/sid/us-npi";

/** Elements of a resource that lead to a location or a provider, by type of the resource. */
const linksOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["Patient", []],
  ["Location", ["partOf"]],
  ["Practitioner", []],
  ["PractitionerRole", ["practitioner", "location", "healthcareService"]],
  ["HealthcareService", ["location"]],
  ["Slot", ["schedule"]],
  ["Schedule", ["actor"]],
]);

const none: readonly never[] = [];

/** Reads a resource that an appointment may refer to. Returns `undefined` for a resource of another type. */
function resourceOf(resource: unknown, isContained = false): Resource | undefined {
  const type = textAt(resource, "resourceType") ?? "";
  const links = linksOf.get(type);
  if (!links) return undefined;
  const version = versionOf(resource);
  if (type === "Patient") return { type, version, labels: none, links: none, patient: patientOf(resource) };
  const labels = [
    // The id of a contained resource is valid only within the resource that contains it.
    ...labelsOf(1, isContained ? undefined : textAt(resource, "id")),
    ...identifierLabels(listAt(resource, "identifier")),
    ...labelsOf(2, textAt(resource, "name"), fullName(resource), textAt(namesOf(resource), "text")),
  ];
  const actors = links.flatMap((link) => [valueAt(resource, link) ?? []].flat().slice(0, maxList).map(actorOf));
  return { type, version, labels, links: actors, contained: isContained ? undefined : containedIn(resource) };
}

function containedIn(resource: unknown): Contained | undefined {
  const all = listAt(resource, "contained").flatMap((one): (readonly [string, Resource])[] => {
    const read = resourceOf(one, true);
    return read ? [[textAt(one, "id") ?? "", read]] : [];
  });
  return all.length === 0 ? undefined : new Map(all);
}

const kinds: ReadonlyMap<string, "location" | "provider"> = new Map([
  ["Location", "location"],
  ["Practitioner", "provider"],
  ["PractitionerRole", "provider"],
]);

const maxFollowed = 50;

/**
 * Returns the location and the provider of an appointment, with their further ids and names. Follows references from
 * participants and from slots. A participant that declined counts only if there is no other of the same kind.
 */
function placesOf(participants: readonly Participant[], slots: readonly unknown[], find: Find): Texts {
  const followed = new Set<unknown>();
  const found = { location: new Set<string>(), provider: new Set<string>() };

  function follow(actor: Actor, within?: Contained): void {
    const resource = find(actor, within);
    const one = resource ?? actor;
    if (followed.has(one) || followed.size >= maxFollowed) return;
    followed.add(one);
    const add = (kind: "location" | "provider"): void => {
      if (kinds.get(one.type ?? "") !== kind) return;
      for (const text of textsInOrder(actor, resource)) found[kind].add(text);
    };
    // A location is more precise than the location that contains it. The person in a role is more precise than the role.
    add("location");
    for (const link of resource?.links ?? []) follow(link, resource?.contained ?? within);
    add("provider");
  }

  for (const { actor, status } of participants) if (status !== "declined") follow(actor);
  for (const slot of slots.slice(0, maxList)) follow(actorOf(slot));
  const without = (["location", "provider"] as const).filter((kind) => found[kind].size === 0);
  for (const { actor, type = "" } of participants) if (without.some((kind) => kind === kinds.get(type))) follow(actor);
  const [[location, ...locations], [provider, ...providers]] = [[...found.location], [...found.provider]];
  const others = { location: locations.slice(0, maxList), provider: providers.slice(0, maxList) };
  return { ...present({ location, provider }), ...(locations.length + providers.length > 0 && { others }) };
}

const textsInOrder = (actor: Actor, resource: Resource | undefined): readonly string[] =>
  [...actor.labels, ...(resource?.labels ?? [])].toSorted(([one], [other]) => one - other).map(([, text]) => text);

/** Details of a patient. `dated` has the contacts and states if the time of the appointment decides which are valid. */
type Patient = { readonly texts: ImportTexts; readonly dated: readonly Dated[]; readonly isDeceased: boolean };

/** Value with the end of the period in which it is valid. */
type Dated = { readonly [Key in "value" | "end" | "system" | "use"]: string | undefined };

function patientOf(patient: unknown): Patient {
  const identifiers = listAt(patient, "identifier").filter((one) => !isOld(one) && textAt(one, "value"));
  const identifier = identifiers.find((one) => hasType(one, ["MR"])) ?? identifiers.find((one) => !isOfPerson(one));
  const contacts = listAt(patient, "telecom").toSorted((one, other) => rankOf(one) - rankOf(other));
  const dated = [...datedOf(contacts, "value"), ...datedOf(listAt(patient, "address"), "state")];
  const isDated = dated.some(({ end }) => end !== undefined);
  return {
    texts: present({
      patientId: textAt(identifier, "value"),
      ...nameOf(patient),
      dateOfBirth: textAt(patient, "birthDate"),
      ...(!isDated && contactTexts(dated)),
    }),
    dated: isDated ? dated : none,
    isDeceased: valueAt(patient, "deceasedBoolean") === true || textAt(patient, "deceasedDateTime") !== undefined,
  };
}

const hasType = (identifier: unknown, codes: readonly string[]): boolean =>
  listAt(identifier, "type", "coding").some((coding) => codes.includes(textAt(coding, "code") ?? ""));

/** True for social security numbers, driver's licenses and passports. They are no patient ids. */
const isOfPerson = (identifier: unknown): boolean =>
  hasType(identifier, ["SS", "SB", "DL", "PPN"]) || textAt(identifier, "system") === "http://hl7.org/fhir/sid/us-ssn";

const rankOf = (telecom: unknown): number => Number(valueAt(telecom, "rank") ?? maxRank) || maxRank;
const maxRank = 1e9;

/** Returns the members named `key` of all values that are not old. */
const datedOf = (values: readonly unknown[], key: "value" | "state"): readonly Dated[] =>
  values
    .filter((one) => !isOld(one) && textAt(one, key))
    .slice(0, maxList)
    .map((one) => ({
      value: textAt(one, key),
      end: textAt(one, "period", "end"),
      system: key === "state" ? key : textAt(one, "system"),
      use: textAt(one, "use"),
    }));

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

/** Returns the row fields of a patient. If the file does not contain the patient, the reference supplies them. */
function patientTexts({ actor: { labels }, resource }: Participant, start: string | undefined): ImportTexts {
  const label = (wanted: number) => labels.findLast(([rank]) => rank === wanted)?.[1];
  const { texts = {}, dated = [] } = resource?.patient ?? {};
  // Prefer the patient's separate names, which are more precise than the display name in the reference.
  const isNamed = (texts.lastName ?? texts.firstName) !== undefined;
  return present({
    patientId: label(1),
    ...(!isNamed && { fullName: label(3) }),
    ...texts,
    ...contactTexts(dated.filter(isValidAt(start))),
  });
}

/** Compares days. An end without a day, such as `2026-11`, is compared as it is written. */
const isValidAt =
  (start = "") =>
  ({ end = "" }: Dated): boolean =>
    start === "" || end.slice(0, 10) >= start.slice(0, Math.min(end.length, 10));

/**
 * Assigns phones to fields by use, and returns the first email and state.
 * A phone without a use counts as mobile if no phone is marked as mobile.
 * Otherwise, it counts as home.
 */
function contactTexts(dated: readonly Dated[]): ImportTexts {
  const first = (wanted: string, isWanted = (_: Dated) => true) =>
    dated.find((one) => one.system === wanted && isWanted(one))?.value;
  const used = (wanted: string | undefined) => first("phone", ({ use }) => use === wanted);
  const mobile = used("mobile");
  return present({
    mobilePhone: mobile ?? used(undefined),
    homePhone: used("home") ?? (mobile === undefined ? undefined : used(undefined)),
    workPhone: used("work"),
    email: first("email"),
    state: first("state"),
  });
}
