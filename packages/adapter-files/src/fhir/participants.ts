import { type ImportTexts, type MaybeTexts, present } from "../import-texts.js";
import { listAt, textAt, valueAt } from "./json-values.js";

/** Returns the row fields from a resource that an appointment refers to, or `undefined` for an unsupported type. */
export function fieldsOfResource(resource: unknown): ImportTexts | undefined {
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
export function fieldsOfReference(actor: unknown): ImportTexts {
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
export const namesOfEntry = (resource: unknown, fullUrl: string | undefined): readonly string[] => {
  const id = textAt(resource, "id");
  const own = id === undefined ? [] : [`${String(valueAt(resource, "resourceType"))}/${id}`];
  return fullUrl === undefined || own.some((name) => fullUrl.endsWith(`/${name}`)) ? own : [...own, fullUrl];
};
