import type {
  CampaignCatalogItem,
  GroupItem,
  LocationItem,
  MessageItem,
  PlatformItem,
  ProviderItem,
  SurveyItem,
} from "../../foundation/catalog/catalog-items.js";
import type { PublicList } from "../../foundation/feed/public-lists.js";
import type { AppointmentItem } from "../../subjects/appointments/publish-appointments.js";
import type { SpendItem } from "../../subjects/campaigns/publish-spends.js";
import type { CallItem } from "../../subjects/conversions/call-item.js";
import type { ConversionItem } from "../../subjects/conversions/conversion-item.js";
import type { ListedImportError, ListedImportRun } from "../../subjects/imports/import-run.js";
import type { InviteItem } from "../../subjects/invites/invite-item.js";
import type { ListingMetricItem } from "../../subjects/listings/listing-metric.js";
import type { ListedPatientFile, ListedPatientWarning } from "../../subjects/patient-surveys/patient-file-items.js";
import type { ReviewItem } from "../../subjects/reviews/review-item.js";
import type { SurveyResponseItem } from "../../subjects/surveys/survey-response-item.js";
import type { AccountItem } from "../publishing/publish-account.js";

/** Types of the items of each list in the change feed, by the name of the list. */
export type ItemsByList = {
  readonly reviews: ReviewItem;
  readonly surveys: ReviewItem;
  readonly "survey-responses": SurveyResponseItem;
  readonly invites: InviteItem;
  readonly calls: CallItem;
  readonly conversions: ConversionItem;
  readonly locations: LocationItem;
  readonly providers: ProviderItem;
  readonly platforms: PlatformItem;
  readonly messages: MessageItem;
  readonly groups: GroupItem;
  readonly "surveys-list": SurveyItem;
  readonly "insights/byMonth": ListingMetricItem;
  readonly "integration-imports": ListedImportRun;
  readonly "integration-imports/appointments": ListedImportError;
  readonly "integration-imports/invites": ListedImportError;
  readonly "cahps-parsed-files": ListedPatientFile;
  readonly "cahps-parsed-files/warnings": ListedPatientWarning;
  readonly "campaign-catalog": CampaignCatalogItem;
  readonly spends: SpendItem;
  readonly appointments: AppointmentItem;
  readonly account: AccountItem;
};

/**
 * Change of a row in one of the lists. `item` is the complete row, and deletions have none. If `list` and `op` are
 * compared first, TypeScript knows the type of `item`.
 */
export type ChangeItem = { [List in PublicList]: Change<List> }[PublicList];

type Change<List extends PublicList> = {
  readonly list: List;
  /** Id of the row, unique in its list. */
  readonly id: string;
  /** Time when the row was last changed or deleted, as an ISO 8601 timestamp in UTC. */
  readonly changed_at: string;
} & ({ readonly op: "upsert"; readonly item: ItemsByList[List] } | { readonly op: "delete" });
