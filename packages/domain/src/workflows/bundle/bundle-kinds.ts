import { accountLine } from "../../foundation/accounts/account-line.js";
import { catalogKinds } from "../../foundation/catalog/catalog-lines.js";
import type { LineShape } from "../../foundation/kernel/line-shape.js";
import type { GivenLine } from "../../foundation/records/line-rules.js";
import { recordKinds } from "./record-kinds.js";

/** Every kind of line that a bundle may have. */
export const bundleKinds = {
  account: accountLine,
  location: catalogKinds.location.shape,
  provider: catalogKinds.provider.shape,
  listing: catalogKinds.listing.shape,
  group: catalogKinds.group.shape,
  platform: catalogKinds.platform.shape,
  survey: catalogKinds.survey.shape,
  message: catalogKinds.message.shape,
  campaign: catalogKinds.campaign.shape,
  widget: recordKinds.widget,
  import_connection: recordKinds.import_connection,
  stop: recordKinds.stop,
  spend: recordKinds.spend,
  invite: recordKinds.invite,
  appointment: recordKinds.appointment,
  review: recordKinds.review,
  nps_survey: recordKinds.nps_survey,
  call: recordKinds.call,
  submission: recordKinds.submission,
  listing_metric: recordKinds.listing_metric,
  survey_response: recordKinds.survey_response,
  user: recordKinds.user,
} as const satisfies Record<string, LineShape>;

export type BundleKind = keyof typeof bundleKinds;

/** The keys that tell lines of a kind apart, for kinds that have no id; none where there is one line at most. */
export const compositeKeys: Readonly<Partial<Record<BundleKind, readonly string[]>>> = {
  listing_metric: ["location_id", "month", "metric_type"],
  import_connection: ["name"],
  widget: [],
};

export const isBundleKind = (kind: unknown): kind is BundleKind =>
  typeof kind === "string" && Object.hasOwn(bundleKinds, kind);

/** A line whose own keys are right. */
export type ReadLine = GivenLine & { readonly kind: BundleKind };
