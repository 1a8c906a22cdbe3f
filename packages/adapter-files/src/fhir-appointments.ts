import type { FileHandle } from "node:fs/promises";
import { type ImportRow, invalid } from "@repute/domain";
import { fhirEntries, type FhirEntry, listAt, refuseIncomplete, textAt, valueAt } from "./fhir-bundle.js";
import { type ImportTexts, type MaybeTexts, present } from "./import-texts.js";

/** Reads the appointments of a FHIR R4 file. Reads the file twice, because a patient may come after the appointment. */
export async function* fhirRows(handle: FileHandle): AsyncGenerator<readonly ImportRow[]> {
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
