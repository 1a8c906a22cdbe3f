import type { AccountId } from "../foundation/kernel/ids.js";
import type { listCatalog } from "../foundation/lists/list-catalog.js";
import type { importCalls } from "../subjects/calls/import-calls.js";
import type { listCampaigns } from "../subjects/campaigns/list-campaigns.js";
import type { summarizeCampaigns } from "../subjects/campaigns/summarize-campaigns.js";
import type { trackLink } from "../subjects/campaigns/track-link.js";
import type { listCalls, listConversions } from "../subjects/conversions/list-conversions.js";
import type { publishDueInvites } from "../subjects/imports/planned-invites.js";
import type { listInvites } from "../subjects/invites/list-invites.js";
import type { listListingMetrics } from "../subjects/listings/list-listing-metrics.js";
import type { listNpsSurveys, listReviews } from "../subjects/reviews/list-reviews.js";
import type { purgeTestSubmissions } from "../subjects/submissions/purge-test-submissions.js";
import type { uploadSubmissions } from "../subjects/submissions/upload-submissions.js";
import type { listSurveyResponses } from "../subjects/surveys/list-survey-responses.js";
import type { expireCursors } from "../workflows/changes/expire-cursors.js";
import type { listChanges } from "../workflows/changes/list-changes.js";
import type { listChecksums } from "../workflows/changes/list-checksums.js";

/** Use cases of the change feed, for copies of the data. */
export interface ChangeUseCases {
  /**
   * Lists an account's changes since a cursor, oldest first, or all rows without a cursor. Read the items with
   * `readItems`. Throws `unknown_list`, `invalid_limit`, `invalid_cursor` and `cursor_expired`.
   */
  readonly list: ReturnType<typeof listChanges>["list"];
  /** Returns true if `list` would return any changes for this query. */
  readonly hasNews: ReturnType<typeof listChanges>["hasNews"];
  /**
   * Lists the number of rows and their checksum per list and month, for comparison with a copy. Throws
   * `unknown_list`.
   */
  readonly checksums: ReturnType<typeof listChecksums>;
  /** Expires all change cursors of an account, so that every copy starts over. */
  readonly expireCursors: ReturnType<typeof expireCursors>;
  /**
   * Registers a listener that is called after each commit on an account. Returns a function that removes the
   * listener.
   */
  readonly listen: (account: AccountId, listener: () => void) => () => void;
  /** Calls the listeners of accounts that other processes have changed since the last call. */
  readonly poll: () => Promise<void>;
}

/** Use cases about reviews on platforms. */
export interface ReviewUseCases {
  /**
   * Lists an account's reviews, newest first. All filters are strings, as in the query of `/v2/reviews`. If `end` is
   * absent, the list covers the 24 hours from `date`. Throws `invalid_date` and other errors that name the
   * parameter.
   */
  readonly list: ReturnType<typeof listReviews>;
}

/** Use cases about NPS surveys. */
export interface NpsSurveyUseCases {
  /** Lists an account's NPS surveys, newest first, with the filters of reviews. */
  readonly list: ReturnType<typeof listNpsSurveys>;
}

/** Use cases about surveys and their responses. */
export interface SurveyUseCases {
  /** Lists the ids and names of the surveys, sorted by id. */
  readonly list: ReturnType<typeof listCatalog>["surveys-list"];
  /**
   * Lists the responses to the survey `survey_id`, newest first. The answers are members of the items. Throws
   * `unknown_ids` if the account has no such survey.
   */
  readonly responses: ReturnType<typeof listSurveyResponses>;
}

/** Use cases about invites to patients. */
export interface InviteUseCases {
  /** Lists an account's invites, newest first. If `end` is absent, the list covers the 24 hours from `date`. */
  readonly list: ReturnType<typeof listInvites>;
  /** Publishes all invites whose planned time has passed, in all accounts. Returns the number of invites. */
  readonly publishDue: ReturnType<typeof publishDueInvites>;
}

/** Use cases about calls and conversions. */
export interface ConversionUseCases {
  /** Lists an account's calls, newest first. With only `start_date`, the list covers 24 hours. */
  readonly listCalls: ReturnType<typeof listCalls>;
  /** Lists an account's calls and online submissions with their appointments, newest first. */
  readonly list: ReturnType<typeof listConversions>;
  /**
   * Imports a call tracker's export in one transaction. Throws `calls_invalid` with the row and heading of each
   * problem, and then stores nothing.
   */
  readonly importCalls: ReturnType<typeof importCalls>;
}

/** Use cases about online submissions from partners. */
export interface SubmissionUseCases {
  /**
   * Stores one submission and creates its conversion. Throws `invalid_submission` with a JSON pointer per problem.
   * With an `idempotencyKey`, a repeated call returns the first result.
   */
  readonly one: ReturnType<typeof uploadSubmissions>["one"];
  /**
   * Stores a batch `{submissions: [...]}`, or nothing if one submission is invalid. Returns one result per
   * submission, in order. Throws `too_many_submissions`.
   */
  readonly batch: ReturnType<typeof uploadSubmissions>["batch"];
  /** Deletes the test submissions of all accounts. Returns the number of deleted submissions by account. */
  readonly purgeTests: ReturnType<typeof purgeTestSubmissions>;
}

/** Use cases about marketing campaigns. */
export interface CampaignUseCases {
  /** Lists the campaigns of an account, sorted by id. */
  readonly list: ReturnType<typeof listCampaigns>;
  /** Adds the tracking parameter of a campaign, given by id or name, to a link. Throws `campaign_not_found`. */
  readonly trackLink: ReturnType<typeof trackLink>;
  /**
   * Summarizes conversions and cost by channel in a time range. Counts are numbers, and amounts are cents in
   * `currency`. Throws `invalid_date` and `reversed_dates`.
   */
  readonly summarize: ReturnType<typeof summarizeCampaigns>;
}

/** Use cases about online listings. */
export interface ListingUseCases {
  /**
   * Lists the monthly views and actions of listings, sorted by location, month and type. `month` is a number such as
   * 202603.
   */
  readonly listMetrics: ReturnType<typeof listListingMetrics>;
}
