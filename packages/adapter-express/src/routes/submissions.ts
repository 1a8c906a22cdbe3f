import { maxLabelLength, trackerKey, type UploadedSubmission } from "@repute/domain";
import { megabyte } from "../requests/body.js";
import { type Route, route } from "../route.js";
import { exactly } from "../schema.js";

const submission = {
  title: "Submission",
  description:
    "One online submission. For optional fields, an empty string or `null` counts as absent. Required fields must not be empty. Fields of advertising trackers, such as `gclid` and `utm_source`, are ignored. Other unknown fields cause a 400.",
  ...exactly(
    {
      submission_date: {
        type: "string",
        description:
          "Time when the scheduling system received the submission, as an ISO 8601 timestamp. A timestamp without an offset is in UTC. Required in bulk uploads. In single uploads, defaults to the time of the request. Must not be more than five minutes in the future.",
        examples: ["2026-03-02T17:05:00Z"],
      },
      scct_parameter: {
        type: "string",
        maxLength: maxLabelLength,
        description:
          "Campaign tracking id from the `scct` URL parameter. Spaces around the id are ignored. If the id is unknown, the conversion has the channel `Unassigned`.",
        examples: ["spring-1"],
      },
      phone_number: {
        type: "string",
        maxLength: maxLabelLength,
        description: "Phone number of the prospect. Invalid numbers are accepted, but are not used for matching.",
        examples: ["(801) 555-0142"],
      },
      conversion_type: {
        type: "string",
        enum: ["Online", "App"],
        description: "Origin of the submission: `Online` for a web form, `App` for an app.",
      },
      patient_name: {
        type: "string",
        maxLength: maxLabelLength,
        description: "Name of the prospect.",
        examples: ["Cal Reed"],
      },
      patient_id: {
        type: "string",
        maxLength: maxLabelLength,
        description: "Patient id in the partner's system.",
        examples: ["P-31"],
      },
      scheduled_appointment_date: {
        type: "string",
        description:
          "Day of the requested appointment, as `YYYY-MM-DD` or an ISO 8601 timestamp. Only the day is stored. A timestamp with an offset is converted to the account's time zone. A timestamp without an offset is not converted.",
        examples: ["2026-03-05", "2026-03-05T09:30:00-07:00"],
      },
      email: {
        type: "string",
        maxLength: maxLabelLength,
        description: "Email address of the prospect. Used to match appointments.",
        examples: ["cal@example.com"],
      },
      street: {
        type: "string",
        maxLength: maxLabelLength,
        description: "Street address of the prospect.",
        examples: ["9 Elm St"],
      },
      secondary_street: {
        type: "string",
        maxLength: maxLabelLength,
        description: "Unit or apartment.",
        examples: ["Unit 4"],
      },
      city: { type: "string", maxLength: maxLabelLength, description: "City.", examples: ["Provo"] },
      state: {
        type: "string",
        maxLength: maxLabelLength,
        description: "Two-letter abbreviation of the state.",
        examples: ["UT"],
      },
      postal: { type: "string", maxLength: maxLabelLength, description: "Postal code.", examples: ["84601"] },
      is_test: {
        type: "boolean",
        description:
          "True for a test submission, which is not counted in reports and is deleted overnight. Defaults to false.",
        examples: [false],
      },
    },
    ...(["submission_date", "patient_id", "scheduled_appointment_date", "email", "street"] as const),
    ...(["secondary_street", "city", "state", "postal", "is_test"] as const),
  ),
  patternProperties: { [trackerKey.source]: { description: "Ignored and not stored." } },
};

const uploaded = {
  title: "UploadedSubmission",
  ...exactly({
    id: { type: "integer", description: "Submission id assigned by the service.", examples: [1_772_471_100_000] },
    conversion_id: {
      type: ["string", "null"],
      description: "Id of the conversion created from the submission. Null for test submissions.",
      examples: ["sub-1772471100000"],
    },
    status: {
      type: "string",
      enum: ["accepted", "duplicate"],
      description:
        "`accepted` if the submission is new. `duplicate` if a submission with the same phone number, `scct_parameter`, `conversion_type` and `submission_date` (to the second) was already stored. A duplicate has the ids of the stored submission.",
    },
  }),
} as const;

const itemOf = ({ id, conversionId, status }: UploadedSubmission) => ({ id, conversion_id: conversionId, status });

const upload = route({
  method: "post",
  path: "/online-submissions/upload",
  operation: "uploadSubmission",
  tag: "Submissions",
  summary: "Upload a submission",
  description:
    "Stores one appointment request from a scheduling partner, and creates a conversion from the request. Returns 201 for a new submission and 200 for a " +
    "duplicate. Send an `Idempotency-Key` to retry safely.",
  access: "submissions",
  status: 201,
  keyed: true,
  recorded: true,
  readsBody: true,
  refuses: ["invalid_submission"],
  body: submission,
  reply: uploaded,
  repeats: { status: "duplicate" },
  handle: async ({ submissions }, { body, caller: by, idempotencyKey }) =>
    itemOf(await submissions.one(body, { by, idempotencyKey })),
});

const bulkUpload = route({
  method: "post",
  path: "/online-submissions/bulk-upload",
  operation: "uploadSubmissions",
  tag: "Submissions",
  summary: "Upload submissions in bulk",
  description:
    "Stores up to 1000 submissions in one request. If any submission is invalid, the whole request fails and nothing is stored. The error lists the invalid fields. Each submission must have a `submission_date`. The body can have at most 5 MB. Returns 201 even if all " +
    "submissions are duplicates.",
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
      submissions: {
        type: "array",
        description: "Submissions to store (1 to 1000), each with a `submission_date`.",
        items: submission,
        minItems: 1,
      },
    }),
  },
  reply: {
    title: "UploadedSubmissions",
    ...exactly({
      accepted: { type: "integer", description: "Number of new submissions.", examples: [1] },
      duplicates: { type: "integer", description: "Number of duplicates.", examples: [0] },
      items: {
        type: "array",
        description: "Result for each submission, in the order of the request.",
        items: uploaded,
      },
    }),
  },
  handle: async ({ submissions }, { body, caller: by, idempotencyKey }) => {
    const items = (await submissions.batch(body, { by, idempotencyKey })).map(itemOf);
    const accepted = items.filter(({ status }) => status === "accepted").length;
    return { accepted, duplicates: items.length - accepted, items };
  },
});

const timeOrNull = (description: string, example: string | null) =>
  ({ type: ["string", "null"], description, examples: [example] }) as const;

const status = route({
  method: "get",
  path: "/online-submissions/:submission_id",
  operation: "getSubmission",
  tag: "Submissions",
  summary: "Get the status of a submission",
  description:
    "Whether a submission is stored, and since when its conversion is linked to an appointment. Only the token or client that posted the submission can get its status. A duplicate has the id of the first submission, so its status is for the caller that posted the first.",
  access: "submissions",
  refuses: ["submission_not_found"],
  params: {
    type: "object",
    properties: {
      submission_id: {
        type: "string",
        description: "Id of the submission, from the response to the upload.",
        examples: ["1772471100000"],
      },
    },
    required: ["submission_id"],
  },
  reply: {
    title: "SubmissionStatus",
    ...exactly({
      id: uploaded.properties.id,
      conversion_id: uploaded.properties.conversion_id,
      is_test: { type: "boolean", description: "True for a test submission.", examples: [false] },
      stored_at: timeOrNull(
        "Time when the submission became a conversion. Null for test submissions.",
        "2026-03-02T17:05:01+00:00",
      ),
      is_linked: {
        type: "boolean",
        description: "True if the conversion is linked to an appointment.",
        examples: [true],
      },
      linked_at: timeOrNull(
        "Time when the conversion was linked to its appointment. Null if it is not linked.",
        "2026-03-09T02:14:00+00:00",
      ),
    }),
  },
  handle: ({ submissions }, { caller, params }) => submissions.status(caller, params.submission_id),
});

/** Routes for uploads by scheduling partners. */
export const submissionRoutes: readonly Route[] = [upload, bulkUpload, status];
