import type { Domain } from "../domain.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import type { Instant } from "../foundation/kernel/times.js";
import type { Ports } from "../ports.js";
import { journalSteps } from "../subjects/imports/import-run.js";
import {
  anAppointment,
  anImportRow,
  anInvite,
  bundleOf,
  importFileOf,
  patientFileOf,
  patientTexts,
} from "./builders.js";

/** Person to erase. All values are unique, so that any remaining copy can be found. */
export const marked = {
  patientId: "MRK-7731",
  name: "Zebedee Markworth",
  phone: "(801) 555-0177",
  email: "zebedee.markworth@example.com",
} as const;

/**
 * Strings that must not be in any stored data after the erasure.
 * Contains parts of the person's data and words that the person wrote.
 */
export const markers = ["MRK-7731", "Markworth", "markworth", "5550177", "555-0177", "zebra"] as const;

const places = [
  { kind: "location", id: 1, location_name: "Main Street", external_location_ids: ["L-1"] },
  { kind: "provider", id: 10, name: "Dr. Ada Quill", external_provider_ids: ["P-10"] },
  { kind: "platform", id: 3, name: "Google", is_survey: false },
  { kind: "platform", id: 4, name: "Visit", is_survey: true },
  {
    kind: "survey",
    id: 4,
    name: "Visit",
    questions: [{ question_id: "q", name: "Q", text: "How?", kind: "open_text" }],
  },
  { kind: "campaign", id: 7, name: "Spring", channel: "Email", scct_parameter: "spring-1" },
];

/** Returns bundle lines of every kind about a person. The ids start at `from`. */
function linesOf({ patientId, name, phone, email }: typeof marked, from: number, words: string) {
  const [first, last] = name.split(" ");
  const when = "2026-05-01T16:00:00Z";
  const review = {
    ...{ platform_id: 3, rating: 5, comment: `Kind ${words}`, reviewer: name, create_time: when, invite_id: from },
    extras: { Visit: words },
  };
  return [
    {
      kind: "invite",
      id: from,
      type: "sms",
      sent_to: phone,
      sent_at: when,
      customer_name: name,
      extras: { Of: words },
    },
    { kind: "invite", id: from + 1, type: "email", sent_to: email, sent_at: when, customer_name: name },
    { kind: "review", id: from, ...review },
    { kind: "nps_survey", id: from, nps_rating: 9, ...review },
    {
      ...{ kind: "survey_response", id: from, survey_id: 4, submitted_at: when, contact: email, patient_id: patientId },
      ...{ patient_first: first, patient_last: last, answers: { q: `All ${words}` }, comments: { q: words } },
    },
    {
      ...{ kind: "appointment", id: from, appointment_at: "2026-05-20T15:00:00Z", location_id: 1, phone, email },
      ...{ patient_id: patientId, patient_name: name },
    },
    { kind: "call", id: from, called_at: when, from_number: phone, tracking_number: "0100" },
    {
      ...{
        kind: "submission",
        id: from,
        submission_date: when,
        scct_parameter: "spring-1",
        phone_number: phone,
        email,
      },
      ...{ conversion_type: "Online", patient_name: name, patient_id: patientId, street: `1 ${words} St` },
    },
    { kind: "stop", contact: phone },
    { kind: "stop", contact: email },
  ];
}

const bystander = { patientId: "MRN-5", name: "Cal Reed", phone: "(801) 555-0142", email: "cal.reed@example.com" };

/** Stores records of every kind about the person to erase, and about another person whose records must stay. */
export async function fillWithPeople(domain: Domain, ports: Ports, account: AccountId): Promise<void> {
  const { phone, email, patientId, name } = marked;
  const [firstName = "", lastName = ""] = name.split(" ");
  const others = linesOf(bystander as never, 500, "swift");
  await domain.bundle.load(account, bundleOf([...places, ...others, ...linesOf(marked, 700, "zebra")]));
  const by = { account, kind: "web-forms", id: 1 as never } as const;
  for (const [key, of] of [
    ["one", marked],
    ["two", bystander],
  ] as const) {
    const submission = {
      ...{ submission_date: "2026-05-02T16:00:00Z", scct_parameter: "spring-1", phone_number: of.phone },
      ...{ conversion_type: "Online", patient_name: of.name, email: of.email },
    };
    await domain.submissions.one(submission, { by, idempotencyKey: key });
  }
  const row = { patientId, firstName, lastName, mobilePhone: phone, email };
  await domain.imports.run(
    account,
    importFileOf([
      anImportRow({ ...row, appointmentId: "M-1", appointmentDate: "5/27/2026" }),
      anImportRow({ ...row, appointmentId: "M-2", location: "nowhere" }),
      anImportRow({ ...row, appointmentId: "M-3", appointmentDate: "5/26/2026", status: "No-show" }),
      anImportRow({ appointmentId: "A-2", location: "nowhere" }),
      anImportRow({ appointmentId: "A-1" }),
    ]),
  );
  const texts = { first_name: firstName, last_name: lastName, phone, email, patient_id: patientId, zip: "no" };
  await domain.patientSurveys.parse(
    account,
    patientFileOf("OASCAHPS", [
      { texts: patientTexts("OASCAHPS", texts), others: [["Remark", "zebra"]] },
      { texts: patientTexts("OASCAHPS", { zip: "no" }) },
    ]),
  );
  const staged = anAppointment({ patientId, patientName: name, phones: ["+18015550177" as never], email: null });
  const other = anAppointment({ id: -1 as never });
  const appointments = [{ ...staged, id: -2 }, other];
  const nothing = { invites: [], errors: [], corrections: [], withdrawals: [], restored: 0 };
  const body = JSON.stringify({ rows: 2, appointments, ...nothing });
  await ports.storage.transact(account, ({ stagedRows }) =>
    stagedRows.add(account, "staging", [{ position: 0, body }], 0 as Instant),
  );
  const before = [staged, anInvite({ patientId })].map((one) => ({ id: one.id, before: one, hash: 1 }));
  const bystanders = { id: other.id, before: other, hash: 1 };
  await ports.storage.transact(account, ({ journal }) =>
    journal.add(account, [
      { run: 1 as never, step: journalSteps.appointments, position: 7, body: JSON.stringify([bystanders, before[0]]) },
      { run: 1 as never, step: journalSteps.invites, position: 7, body: JSON.stringify([before[1]]) },
    ]),
  );
  await ports.storage.transact(account, async ({ trackers, trackerEvents }, receivedAt) => {
    const tracker = { id: "t" as never, name: "Clinic", kind: "generic", keys: [], mapping: null } as const;
    await trackers.save(account, { ...tracker, createdAt: receivedAt, removedAt: null });
    for (const [index, from] of [phone, bystander.phone].entries()) {
      const event = { id: index + 1, tracker: tracker.id, receivedAt, digest: `d${index}`, sentAt: null, rank: 0 };
      const body = { caller: { numbers: [from] }, note: "zebra" };
      const unread = { reason: "at is missing", name: null, call: null, tries: 0 };
      await trackerEvents.save(account, {
        ...event,
        ...unread,
        state: "unmapped",
        body: index === 0 ? body : { from },
      });
    }
  });
  await ports.storage.sealer.seal(account, { bytes: 10 });
}
