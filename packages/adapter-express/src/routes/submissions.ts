import type { UploadedSubmission } from "@repute/domain";
import { longestLabel } from "@repute/domain";
import { megabyte } from "../reading/body-bytes.js";
import type { Route } from "../route.js";
import { route } from "../route.js";
import { exactly } from "../schema.js";

const submission = {
  title: "Submission",
  description: "An optional text that is empty counts as absent, as `null` does; a required one is refused",
  ...exactly(
    {
      submission_date: {
        type: "string",
        description:
          "When the scheduling system received it: an ISO 8601 timestamp, in UTC where it has no offset. Required in a bulk " +
          "upload; otherwise the time of receipt when absent. At most five minutes ahead",
        examples: ["2026-03-02T17:05:00Z"],
      },
      scct_parameter: {
        type: "string",
        maxLength: longestLabel,
        description: "What the link of a campaign carried as `scct`; one that no campaign has is taken too",
        examples: ["spring-1"],
      },
      phone_number: {
        type: "string",
        maxLength: longestLabel,
        description: "The prospect's number; one that is not usable is taken too, and matches nothing",
        examples: ["(801) 555-0142"],
      },
      conversion_type: { type: "string", enum: ["Online", "App"], description: "How it was submitted" },
      patient_name: {
        type: "string",
        maxLength: longestLabel,
        description: "The prospect's name",
        examples: ["Cal Reed"],
      },
      patient_id: {
        type: "string",
        maxLength: longestLabel,
        description: "Id in the partner's own system",
        examples: ["P-31"],
      },
      scheduled_appointment_date: {
        type: "string",
        description:
          "The day of the appointment that was asked for: `YYYY-MM-DD`, or an ISO 8601 timestamp, which stands for its day on " +
          "the account's clocks, or without an offset for its own day",
        examples: ["2026-03-05", "2026-03-05T09:30:00-07:00"],
      },
      email: {
        type: "string",
        maxLength: longestLabel,
        description: "E-mail address, which helps matching",
        examples: ["cal@example.com"],
      },
      street: { type: "string", maxLength: longestLabel, description: "Street address", examples: ["9 Elm St"] },
      secondary_street: {
        type: "string",
        maxLength: longestLabel,
        description: "Unit or apartment",
        examples: ["Unit 4"],
      },
      city: { type: "string", maxLength: longestLabel, description: "City", examples: ["Provo"] },
      state: { type: "string", maxLength: longestLabel, description: "Two-letter abbreviation", examples: ["UT"] },
      postal: { type: "string", maxLength: longestLabel, description: "Postal code", examples: ["84601"] },
      is_test: {
        type: "boolean",
        description: "Whether it is a test: then it counts nowhere and is gone after the night; false when absent",
        examples: [false],
      },
    },
    ...(["submission_date", "patient_id", "scheduled_appointment_date", "email", "street"] as const),
    ...(["secondary_street", "city", "state", "postal", "is_test"] as const),
  ),
};

const uploaded = {
  title: "UploadedSubmission",
  ...exactly({
    id: { type: "integer", description: "The submission's id here", examples: [1_772_471_100_000] },
    conversion_id: {
      type: ["string", "null"],
      description: "The conversion that it is; none of a test",
      examples: ["sub-1772471100000"],
    },
    status: {
      type: "string",
      enum: ["accepted", "duplicate"],
      description:
        "`duplicate` when one with the same phone, `scct_parameter`, type and second is there already, whose ids these are then",
    },
  }),
} as const;

const itemOf = ({ id, conversionId, status }: UploadedSubmission) => ({ id, conversion_id: conversionId, status });

const upload = route({
  method: "post",
  path: "/online-submissions/upload",
  operation: "uploadSubmission",
  tag: "Submissions",
  summary: "Takes one online submission; 200 for one that is there already",
  access: "submissions",
  status: 201,
  keyed: true,
  recorded: true,
  readsBody: true,
  refuses: ["invalid_submission"],
  body: submission,
  reply: uploaded,
  repeats: ({ status }) => status === "duplicate",
  handle: async ({ submissions }, { body, caller: by, idempotencyKey }) =>
    itemOf(await submissions.one(body, { by, idempotencyKey })),
});

const bulkUpload = route({
  method: "post",
  path: "/online-submissions/bulk-upload",
  operation: "uploadSubmissions",
  tag: "Submissions",
  summary: "Takes several online submissions: all or, when anything is wrong with one of them, none",
  access: "submissions",
  status: 201,
  keyed: true,
  recorded: true,
  readsBody: true,
  bodyLimit: 5 * megabyte,
  refuses: ["invalid_submissions", "too_many_submissions"],
  body: {
    title: "Submissions",
    ...exactly({
      submissions: { type: "array", description: "Each with its `submission_date`", items: submission, minItems: 1 },
    }),
  },
  reply: {
    title: "UploadedSubmissions",
    ...exactly({
      accepted: { type: "integer", description: "How many of them are new", examples: [1] },
      duplicates: { type: "integer", description: "How many were there already", examples: [0] },
      items: { type: "array", description: "What became of each, in their order", items: uploaded },
    }),
  },
  handle: async ({ submissions }, { body, caller: by, idempotencyKey }) => {
    const items = (await submissions.many(body, { by, idempotencyKey })).map(itemOf);
    const accepted = items.filter(({ status }) => status === "accepted").length;
    return { accepted, duplicates: items.length - accepted, items };
  },
});

/** What partners that schedule online post. */
export const submissionRoutes: readonly Route[] = [upload, bulkUpload];
