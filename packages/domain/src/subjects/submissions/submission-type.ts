import { parseEmail } from "../../foundation/kernel/email.js";
import type { AccountId, SubmissionId } from "../../foundation/kernel/ids.js";
import { countOnly, idsIn, type LineValues, recordsFrom, type Storing } from "../../foundation/records/line-rules.js";
import { factsFrom, foundByRows, type PersonalRow, rowsOf } from "../../foundation/records/of-person.js";
import { publishedLists } from "../../foundation/records/record-lists.js";
import type { LoadedType } from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { conversionMentions, type ConversionReads } from "../conversions/conversion-mentions.js";
import { conversionPublications } from "../conversions/conversion-publications.js";
import { peopleOfConversions } from "../conversions/people-of-conversions.js";
import { nextSubmissionId } from "./next-submission-id.js";
import { recordSubmissions } from "./record-submissions.js";
import { removeSubmissions } from "./remove-submissions.js";
import { storedSubmissions } from "./stored-submissions.js";
import { submissionFromLine, submissionLine } from "./submission-line.js";
import { submissionPlan } from "./submission-plan.js";
import type { SubmissionStore, SubmissionStores } from "./submission-store.js";

type SubmissionReads = ConversionReads & { readonly submissions: Pick<SubmissionStore, "page"> };

export const submissionType: LoadedType<SubmissionReads, SubmissionStores, unknown, "submission"> = {
  kind: "submission",
  lines: {
    shape: submissionLine,
    keys: ["id"],
    weight: 3,
    contacts: ["phone_number", "email"],
    storing: { step: 56, reading: "second", begin: beginSubmissions },
    removing: { step: 11, remove: async (keys, work) => countOnly(await removeSubmissions(idsIn(keys), work)) },
  },
  lists: publishedLists("conversions", conversionPublications.submission),
  mentions: conversionMentions("submission"),
  ofPerson: foundByRows(peopleOfSubmissions, removeSubmissions, "appointment"),
};

/** Reads submissions together with their conversions, because only a conversion refers to an appointment. */
async function* peopleOfSubmissions(
  stores: SubmissionReads,
  account: AccountId,
): AsyncGenerator<readonly PersonalRow<SubmissionId>[]> {
  yield* submissionRows(stores, account);
  yield* peopleOfConversions<SubmissionId>("submission", stores, account);
}

const submissionRows = rowsOf(
  ({ submissions }: SubmissionReads, account, page) => submissions.page(account, page),
  ({ patientId, phone, email }) => factsFrom(patientId, [phone, parseEmail(email ?? "")]),
);

/** Assigns the ids and finds the duplicates of all submissions in a load before the first submission is stored. */
function beginSubmissions(): Storing<SubmissionStores> {
  const plan = submissionPlan();
  let isSettled = false;
  return {
    note: (lines, work) => plan.note(submissionsIn(lines, work)),
    async store(lines, work) {
      if (!isSettled) plan.settle(await nextSubmissionId(work, plan.maxFileId()));
      isSettled = true;
      const submissions = await storedSubmissions(plan, submissionsIn(lines, work), work);
      return countOnly((await recordSubmissions(submissions, work)).filter(({ changed }) => changed));
    },
  };
}

const submissionsIn = (lines: readonly LineValues[], { matching }: Pick<UnitOfWork<unknown>, "matching">) =>
  recordsFrom(submissionLine, (line) => submissionFromLine(line, matching.calendar), lines);
