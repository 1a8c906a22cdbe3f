import type { FileHandle } from "node:fs/promises";
import { type ImportRow, invalid } from "@repute/domain";
import { type ImportTexts, present } from "../import-texts.js";
import { fhirEntries, type FhirEntry, refuseIncomplete } from "./fhir-entries.js";
import { listAt, textAt, valueAt } from "./json-values.js";
import { fieldsOfReference, fieldsOfResource, namesOfEntry } from "./participants.js";

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
