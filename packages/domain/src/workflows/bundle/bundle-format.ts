import { accountLine } from "../../foundation/accounts/account.js";
import { type CatalogKind, catalogKinds } from "../../foundation/catalog/catalog-lines.js";
import type { LineJson, LineShape } from "../../foundation/kernel/line-shape.js";
import { appointmentLine } from "../../subjects/appointments/appointment-type.js";
import { callLine } from "../../subjects/calls/call.js";
import { spendLine } from "../../subjects/campaigns/spends.js";
import { importConnectionLine } from "../../subjects/imports/import-connection.js";
import { stopLine } from "../../subjects/imports/stops.js";
import { inviteLine } from "../../subjects/invites/invite-type.js";
import { listingMetricLine } from "../../subjects/listings/listing-metric-type.js";
import { npsSurveyLine, reviewLine } from "../../subjects/reviews/review-type.js";
import { submissionLine } from "../../subjects/submissions/submission.js";
import { surveyResponseLine } from "../../subjects/surveys/survey-response-type.js";
import { userLine } from "../../subjects/users/user-type.js";
import { widgetLine } from "../../subjects/widget/widget.js";
import { type BundleKind, bundleKinds, rulesOf } from "./bundle-lines.js";
import { completeLine } from "./complete-lists.js";

/** Returns a value for each kind of catalog line. */
const eachKind = (valueOf: (kind: (typeof catalogKinds)[CatalogKind]) => unknown) =>
  Object.fromEntries(Object.entries(catalogKinds).map(([name, kind]) => [name, valueOf(kind)]));

const catalogShapes = eachKind(({ shape }) => shape) as {
  readonly [Kind in CatalogKind]: (typeof catalogKinds)[Kind]["shape"];
};

const catalogKeys = eachKind(() => ["id"]) as Readonly<Record<CatalogKind, readonly ["id"]>>;

/** Shapes of all kinds of bundle lines. */
export const lineShapes = {
  account: accountLine,
  ...catalogShapes,
  widget: widgetLine,
  import_connection: importConnectionLine,
  stop: stopLine,
  spend: spendLine,
  invite: inviteLine,
  appointment: appointmentLine,
  review: reviewLine,
  nps_survey: npsSurveyLine,
  call: callLine,
  submission: submissionLine,
  listing_metric: listingMetricLine,
  survey_response: surveyResponseLine,
  user: userLine,
  complete: completeLine,
} satisfies Record<BundleKind, LineShape>;

type Shapes = typeof lineShapes;

/** Answer to a survey question. For choices, the 1-based indexes. */
type AnswerJson = string | number | readonly (string | number)[];

/** Keys and values of each kind of bundle line, without the key `kind`. */
export type LinesByKind = {
  readonly [Kind in Exclude<BundleKind, "survey_response">]: LineJson<Shapes[Kind]>;
} & {
  readonly survey_response: Omit<LineJson<Shapes["survey_response"]>, "answers"> & {
    /** Answers by question id. */
    readonly answers: Readonly<Record<string, AnswerJson | null>>;
  };
};

/** Keys that a line must have to delete a record of each kind. Lines of other kinds cannot delete. */
export const deletionKeys = {
  ...catalogKeys,
  widget: [],
  import_connection: ["name"],
  stop: ["contact"],
  spend: ["id"],
  invite: ["id"],
  appointment: ["id"],
  review: ["id"],
  nps_survey: ["id"],
  call: ["id"],
  submission: ["id"],
  listing_metric: ["location_id", "month", "metric_type"],
  survey_response: ["id"],
  user: ["id"],
} as const satisfies {
  readonly [Kind in Exclude<BundleKind, "account" | "complete">]: readonly (keyof LinesByKind[Kind])[];
};

type Deletable = keyof typeof deletionKeys;

type Deletion<Kind extends Deletable> = Partial<LinesByKind[Kind]> & {
  readonly [Key in Extract<(typeof deletionKeys)[Kind][number], keyof LinesByKind[Kind]>]-?: NonNullable<
    LinesByKind[Kind][Key]
  >;
};

/**
 * One line of an account bundle as a JSON object. A line stores a record, or deletes it if `deleted` is true. Ids are
 * numbers, timestamps are ISO 8601 strings with an offset, dates are `YYYY-MM-DD`, and amounts of money are strings
 * such as `1250.00`.
 */
export type BundleLine =
  | { readonly [Kind in BundleKind]: { readonly kind: Kind; readonly deleted?: false } & LinesByKind[Kind] }[BundleKind]
  | { readonly [Kind in Deletable]: { readonly kind: Kind; readonly deleted: true } & Deletion<Kind> }[Deletable];

/** A key of a bundle line, or of an object nested in the line (`questions[].text`). */
export type BundleKey = { readonly key: string; readonly expected: string; readonly required: boolean };

/** Kind of bundle line, with all keys that such a line can have. `deletedBy` lists the keys that a deletion needs. */
type BundleKindFormat = {
  readonly kind: BundleKind;
  readonly keys: readonly BundleKey[];
  readonly deletedBy?: readonly string[];
};

/** Returns the keys of every kind of bundle line. */
export const bundleFormat = (): readonly BundleKindFormat[] =>
  bundleKinds.map((kind) => {
    const { shape, keys: deletedBy } = rulesOf(kind);
    return { kind, keys: keysOf(shape, ""), ...(deletedBy && { deletedBy }) };
  });

function keysOf(shape: LineShape, path: string): readonly BundleKey[] {
  return Object.entries(shape).flatMap(([key, field]) => [
    { key: path + key, expected: field.expected, required: !("absent" in field) },
    ...(field.members ? keysOf(field.members, `${path}${key}[].`) : []),
  ]);
}
