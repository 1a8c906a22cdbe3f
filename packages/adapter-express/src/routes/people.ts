import { invalid, type PersonSearch } from "@repute/domain";
import { type Route, route } from "../route.js";
import { exactly, type Schema } from "../schema.js";

const text = (description: string, example: string) =>
  ({ type: "string", description, examples: [example] }) as const satisfies Schema;
const count = (description: string) => ({ type: "integer", description, examples: [1] }) as const satisfies Schema;

const patients = (description: string) =>
  ({
    type: "array",
    description,
    items: exactly({
      patient: text("Patient id.", "MRN-5"),
      names: { type: "array", description: "Up to 5 names.", items: text("Name.", "Cal Reed") },
      records: count("Number of records with this patient id."),
    }),
  }) as const satisfies Schema;

const record = exactly({
  kind: text("Kind of the record, as in `kinds`.", "appointment"),
  at: text(
    "Time in UTC, or a date if the time of day is unknown. Empty if both are unknown.",
    "2026-03-02T17:05:00+00:00",
  ),
  patient: text("Patient id. Empty if it is unknown.", "MRN-5"),
  name: text("Name. Empty if it is unknown.", "Cal Reed"),
  location: text("Name of the location. Empty if it is unknown.", "Main Street"),
  detail: text("Description of the record.", "takes place"),
});

const foundPerson = {
  title: "FoundPerson",
  ...exactly({
    kinds: {
      type: "object",
      description: "Number of records by kind.",
      additionalProperties: { type: "integer" },
      examples: [{ appointment: 1 }],
    },
    records: {
      type: "array",
      description: "Up to 100 records of each kind. Some kinds are only counted.",
      items: record,
    },
    patients: patients("Up to 100 patients with these records. More than one if they share the contact or the name."),
    shared: {
      type: "array",
      description: "Up to 100 contacts of the person that other patients have too, with up to 100 of these patients.",
      items: exactly({
        contact: text("Phone number or email address.", "+18015550142"),
        patients: patients("Patients."),
      }),
    },
  }),
} as const;

const keys = {
  patient_id: text("Patient id in the practice's own system.", "MRN-5"),
  phone: text("Phone number.", "(801) 555-0142"),
  email: text("Email address.", "cal.reed@example.com"),
  name: text("First and last name.", "Cal Reed"),
} as const;

const maxLength = 500;

/** Returns the person in a request body. The use case checks the value. */
function personIn(body: Readonly<Record<string, unknown>> | null): PersonSearch {
  const [[key = "", value] = [], ...others] = Object.entries(body ?? {});
  const isValid = others.length === 0 && Object.hasOwn(keys, key) && typeof value === "string";
  if (isValid && value.length <= maxLength)
    return { [key === "patient_id" ? "patientId" : key]: value } as PersonSearch;
  const names = Object.keys(keys).join(", ");
  const message = `the body must have exactly one of the members ${names}, with a string of at most ${maxLength} characters`;
  throw invalid("invalid_person", message, [{ pointer: "", message }]);
}

const search = route({
  access: "office",
  tag: "People",
  method: "post",
  path: "/people/search",
  operation: "searchPerson",
  summary: "Find the records about a person",
  description:
    "Returns everything about one person that an erasure would remove, as `repute person` does. The body has exactly one member: a patient id, a phone number, an email address or a name. The request is recorded in the audit trail, without the value.",
  recorded: true,
  readsBody: true,
  refuses: ["invalid_person", "import_running", "searches_busy"],
  body: {
    title: "PersonSearch",
    ...exactly(keys, "patient_id", "phone", "email", "name"),
    examples: [{ phone: "(801) 555-0142" }],
  },
  reply: foundPerson,
  handle: async ({ erasure }, { account, caller: by, body, leaving }) => {
    const { kinds, view } = await erasure.lookUp(account, personIn(body), { by, leaving: leaving.signal });
    if (!view) throw new Error("a search has no view");
    return { kinds, ...view };
  },
});

/** Routes about people in the records of an account. */
export const peopleRoutes: readonly Route[] = [search];
