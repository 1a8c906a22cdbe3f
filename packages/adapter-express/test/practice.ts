import type { RequestListener } from "node:http";
import type {
  AccountId,
  Beforehand,
  Domain,
  DomainOptions,
  FeedBatch,
  FeedReader,
  Ports,
  TokenKind,
  UserId,
} from "@repute/domain";
import { createDomain } from "@repute/domain";
import { memoryPorts, stillClock } from "@repute/domain/memory";
import { anImportRow, bundleOf, importFileOf, patientFileOf, patientTexts } from "@repute/domain/testing";
import request from "supertest";
import type { RequestLog } from "../src/options.js";
import type { Route } from "../src/route.js";

/** A practice with a small catalog, two reviews and a token of each kind, over ports of which some may be replaced. */
export async function practice(
  replace: (ports: Ports) => Ports = (ports) => ports,
  options: DomainOptions = { baseUrl: "https://repute.example" },
) {
  const clock = stillClock();
  const ports = memoryPorts({ clock });
  const domain = createDomain(replace(ports), options);
  const { id: account } = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
  await domain.bundle.load(account, bundleOf(bundle));
  await ports.storage.transact(account, ({ images }) => images.save(account, aUserId, anImage));
  await domain.imports.run(account, importFileOf(importRows));
  await domain.patientSurveys.parse(account, patientFileOf("OASCAHPS", patientRows));
  const tokens = {
    "account-key": await tokenFor(domain, account, "account-key"),
    "api-token": await tokenFor(domain, account, "api-token"),
    "web-forms": await tokenFor(domain, account, "web-forms"),
  };
  return { clock, ports, domain, account, tokens, ...observed() };
}

export type Practice = Awaited<ReturnType<typeof practice>>;

/** A token of that kind, as text. */
export const tokenFor = async (domain: Domain, account: AccountId, kind: TokenKind) =>
  (await domain.access.createToken(account, { kind })).token;

/** Options that keep what is reported and logged. */
function observed() {
  const reports: { readonly error: unknown; readonly id: string }[] = [];
  const logs: RequestLog[] = [];
  const options = {
    report: (error: unknown, id: string) => void reports.push({ error, id }),
    log: (record: RequestLog) => void logs.push(record),
    checkReplies: true,
    requestsPerMinute: 100_000,
    tokenRequestsPerMinute: 100_000,
  };
  return { reports, logs, options };
}

/** Ports whose lists are read from `read` instead, once for each reading. */
export const withFeed = (read: () => AsyncIterable<FeedBatch>) => (ports: Ports) => {
  const feed: FeedReader = {
    ...ports.storage.feed,
    read: (...[, , , beforehand]) => (beforehand ? readTwice(read, beforehand) : read()),
  };
  return { ...ports, storage: { ...ports.storage, feed } };
};

async function* readTwice(read: () => AsyncIterable<FeedBatch>, beforehand: Beforehand) {
  await beforehand(read());
  yield* read();
}

/** One row without a known location, and one whose patient cannot be reached. */
const importRows = [
  anImportRow({ location: "L-9" }),
  anImportRow({ appointmentId: "A-2", mobilePhone: "", email: "", patientId: "MRN-9" }),
];

/** One patient who is too young, and one whose sex is not understood. */
const patientRows = [
  { texts: patientTexts("OASCAHPS", { date_of_birth: "2012-05-01" }) },
  { texts: patientTexts("OASCAHPS", { sex: "X9", patient_id: "MRN-6", visit_id: "V-2", phone: "" }) },
];

const bundle = [
  { kind: "location", id: 1, location_name: "Main Street", external_location_ids: ["L-1"], formatted: "1 Main St" },
  { kind: "provider", id: 10, name: "Dr. Ada Quill", npi: "1234567893", external_provider_ids: ["P-10"] },
  { kind: "listing", id: 20, location_id: 1, provider_id: 10, name: "Ada Quill at Main", formatted: "1 Main St #2" },
  { kind: "group", id: 30, name: "North", provider_ids: [10], location_ids: [1] },
  { kind: "platform", id: 3, name: "Google", is_survey: false, active: true },
  { kind: "platform", id: 4, name: "After the visit", is_survey: true },
  {
    kind: "review",
    id: 501,
    platform_id: 3,
    location_id: 1,
    provider_id: 10,
    rating: 5,
    comment: "Kind and quick",
    reviewer: "Bo T.",
    create_time: "2026-03-01T17:05:00Z",
    extras: { plan: "gold" },
  },
  {
    kind: "review",
    id: 502,
    platform_id: 4,
    rating: 2,
    comment: "Cold waiting room",
    create_time: "2026-03-03T09:00:00Z",
  },
  {
    kind: "nps_survey",
    id: 601,
    platform_id: 4,
    location_id: 1,
    nps_rating: 9,
    question_id: "Would recommend",
    invite_id: 701,
    create_time: "2026-03-02T08:00:00Z",
  },
  {
    kind: "invite",
    id: 701,
    type: "sms",
    sent_to: "801-555-0142",
    sent_at: "2026-03-01T16:00:00Z",
    customer_name: "Bo Tran",
    location_id: 1,
    provider_id: 10,
    platform_id: 3,
    opened: "2026-03-01T16:05:00Z",
    clicked: [{ created_at: "2026-03-01T16:07:00Z", name: "Google" }],
    proceeded_to_review: true,
    extras: { plan: "gold" },
  },
  {
    kind: "survey",
    id: 4,
    name: "After the visit",
    questions: [
      { question_id: "overall", name: "Overall visit", text: "How was it?", kind: "stars", allows_comment: true },
      { question_id: "proto", name: "__proto__", text: "Any trouble?", kind: "single_select", choices: ["Yes", "No"] },
      { question_id: "more", name: "state", text: "Anything else?", kind: "open_text" },
    ],
  },
  {
    kind: "survey_response",
    id: 801,
    survey_id: 4,
    submitted_at: "2026-03-02T17:05:00Z",
    appointment_date: "2026-03-01",
    contact: "801-555-0142",
    location_id: 1,
    provider_id: 10,
    patient_id: "MRN-5",
    patient_first: "Bo",
    patient_last: "Tran",
    answers: { overall: "4", proto: "2", more: "=Thanks" },
    comments: { overall: "Kind" },
    extras: { plan: "gold" },
  },
  { kind: "survey_response", id: 802, survey_id: 4, submitted_at: "2026-03-04T08:00:00Z", answers: {} },
  { kind: "user", id: 7, name: "Ada Quill", email: "ada@example.com", role: "Administrator" },
  { kind: "user", id: 8, name: "Cal Reed", email: "cal@example.com", role: "Office Staff", oid: "O-8", bio: "=Tea" },
  { kind: "widget", first_name_only: true, platform_ids: [3, 4] },
  { kind: "invite", id: 702, type: "email", sent_to: "cal@example.com", sent_at: "2026-03-05T16:00:00Z" },
];

/** Users of the practice: one who can be asked for, and one who can be taken out. */
const [aUserId, aDoomedUserId] = [7 as UserId, 8 as UserId];

/** What a PNG image begins with: nobody looks further where no image is drawn. */
const anImage = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** The path as it can be asked for, with the parameters that it cannot do without. */
export function askable(path: string, method = "get"): string {
  if (path.includes("/users/"))
    return path.replace(/:id|\{id\}/, String(method === "delete" ? aDoomedUserId : aUserId));
  if (path.includes("/integration-imports/")) return path.replace(/:import_id|\{import_id\}/, "1");
  if (path.includes("/cahps-parsed-files/")) return path.replace(/:file_id|\{file_id\}/, "1");
  if (path.endsWith("/cahps-parsed-files")) return `${path}?start_date=2026-06-01&end_date=2026-06-01`;
  if (path.endsWith("/campaigns")) return `${path}?start_date=2026-03-01&end_date=2026-03-31`;
  return path.endsWith("/survey-responses") ? `${path}?survey_id=4` : path;
}

/** A submission as partners post it. */
export const aSubmission = {
  submission_date: "2026-03-02T17:05:00Z",
  scct_parameter: "spring-1",
  phone_number: "(801) 555-0142",
  conversion_type: "Online",
  patient_name: "Cal Reed",
};

/** A user as partners invite one. */
export const aNewUser = { role: "Administrator", name: "Bo Tran", email: "bo@example.com" };

const bodies: Readonly<Record<string, object>> = {
  "post /v1/online-submissions/upload": aSubmission,
  "post /v1/online-submissions/bulk-upload": { submissions: [aSubmission] },
  "post /v1/users": aNewUser,
  "put /v1/users/:id": { name: "Ada Byron" },
};

/** A request of an endpoint that lacks nothing but a credential. */
export function askFor(
  app: RequestListener,
  path: string,
  headers: Readonly<Record<string, string | string[]>> = {},
  method: Route["method"] = bodies[`post ${path}`] ? "post" : "get",
) {
  const asked = request(app)
    [method](askable(path, method))
    .set(headers as Record<string, string>);
  if (method === "put" && path.endsWith("/image")) return asked.attach("image", Buffer.from(anImage), "ada.png");
  const body = bodies[`${method} ${path}`];
  return body ? asked.send(body) : asked;
}
