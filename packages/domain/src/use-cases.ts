import type { tokenEndpoint } from "./foundation/access/access-ports.js";
import type {
  authenticate,
  authenticateBearer,
  authenticateHostUser,
  noteUse,
} from "./foundation/access/authenticate.js";
import type {
  changeClient,
  changeToken,
  createToken,
  listClients,
  listTokens,
  registerClient,
} from "./foundation/access/credentials.js";
import type { exchangeToken } from "./foundation/access/exchange-token.js";
import type {
  accountByKey,
  accountSettings,
  addFailures,
  appendAudit,
  listAccounts,
  readAudit,
  readFailures,
  setAccountDisabled,
} from "./foundation/accounts/account.js";
import type { AccountId } from "./foundation/kernel/ids.js";
import type { listCatalog } from "./foundation/lists/read-records.js";
import type { listCallImports } from "./subjects/calls/call-imports.js";
import type { undoCallImport } from "./subjects/calls/undo-call-import.js";
import type { importCalls } from "./subjects/calls/import-calls.js";
import type { summarizeCampaigns } from "./subjects/campaigns/campaign-summary.js";
import type { listCampaigns, trackLink } from "./subjects/campaigns/campaigns.js";
import type { listCalls, listConversions } from "./subjects/conversions/conversions.js";
import type { explainFile, unknownStatuses } from "./subjects/imports/explain.js";
import type { importErrorRows, listImportErrors, listImports } from "./subjects/imports/import-item.js";
import type { importAppointments, listAttempts, showAttempt, suppressedOfRun } from "./subjects/imports/imports.js";
import type { publishDueInvites } from "./subjects/imports/planned-invites.js";
import type { storedPlans } from "./subjects/imports/row-plans.js";
import type { undoImport } from "./subjects/imports/undo.js";
import type { withdrawalsOfRun } from "./subjects/imports/withdrawals.js";
import type { listInvites } from "./subjects/invites/invite-item.js";
import type { listListingMetrics } from "./subjects/listings/listing-metric-type.js";
import type { parsePatientFile } from "./subjects/patient-surveys/parse-patient-file.js";
import type {
  listPatientFiles,
  listPatientWarnings,
  patientFiles,
  patientWarnings,
} from "./subjects/patient-surveys/patient-files.js";
import type { undoPatientFile } from "./subjects/patient-surveys/undo-patient-file.js";
import type { sampleOfFile } from "./subjects/patient-surveys/survey-visits.js";
import type { listNpsSurveys, listReviews } from "./subjects/reviews/review-item.js";
import type { purgeTestSubmissions, uploadSubmissions } from "./subjects/submissions/submissions.js";
import type { listSurveyResponses } from "./subjects/surveys/survey-response-item.js";
import type { openInvitation, setPassword } from "./subjects/users/accept-invitation.js";
import type { inviteAgain, listInvited } from "./subjects/users/invitation.js";
import type { mailInvitation } from "./subjects/users/mail-invitation.js";
import type { putUserImage, userImage } from "./subjects/users/user-image.js";
import type { createUser, deleteUser, listUsers, oneUser, updateUser } from "./subjects/users/users.js";
import type { averageRating, listShownReviews } from "./subjects/widget/aggregates.js";
import type { setWidget, showWidget } from "./subjects/widget/configure-widget.js";
import type { embedWidget } from "./subjects/widget/embed-widget.js";
import type { loadBundle } from "./workflows/bundle/load-bundle.js";
import type { discardLoad, finishWork } from "./workflows/bundle/staged-load.js";
import type { expireCursors } from "./workflows/changes/change-cursor.js";
import type { listChanges, listChecksums } from "./workflows/changes/list-changes.js";
import type { erasePerson, liftSuppression, lookUpPerson } from "./workflows/erasure/erase-person.js";
import type { cleanUp } from "./workflows/nightly/clean-up.js";
import type { rebuildFeed, renderOutdated, sealLists, sealResting } from "./workflows/publishing/render-lists.js";
import type { createPublishedAccount } from "./workflows/publishing/save-catalog.js";

/** Use cases about tokens, clients of partners, and authentication. */
export interface AccessUseCases {
  /**
   * Authenticates a caller by token. `audience` names the part of the API. Every rejection is an `unauthenticated`
   * error with the same message, and its `cause` contains the reason.
   */
  readonly authenticate: ReturnType<typeof authenticate>;
  /** Authenticates a caller by access token. Rejects as `authenticate` does. */
  readonly authenticateBearer: ReturnType<typeof authenticateBearer>;
  /**
   * Checks the account and the permissions of a user whom the host has authenticated. Throws a `TypeError` if the
   * user is malformed. Otherwise rejects as `authenticate` does.
   */
  readonly authenticateHostUser: ReturnType<typeof authenticateHostUser>;
  /** Records the time at which a token was last used. */
  readonly noteUse: ReturnType<typeof noteUse>;
  /**
   * Exchanges a client's signed assertion for an access token. Each assertion works once. Throws `invalid` for a
   * malformed request and `unauthenticated` for a problem with the assertion or the client.
   */
  readonly exchangeToken: ReturnType<typeof exchangeToken>;
  /** Returns the base URL and the token URL. Throws `signed_assertions_off` if the option `baseUrl` is missing. */
  readonly tokenEndpoint: () => ReturnType<typeof tokenEndpoint>;
  /** Creates a token. Only this result contains the token, which cannot be read again. */
  readonly createToken: ReturnType<typeof createToken>;
  /** Lists the tokens of the account with a key, oldest first, without their secrets. Throws `account_not_found`. */
  readonly listTokens: ReturnType<typeof listTokens>;
  /** Disables, enables or revokes a token, from the next request on. Revoking is permanent. */
  readonly changeToken: ReturnType<typeof changeToken>;
  /** Registers a partner's client. Throws `jwk_url_not_allowed` unless the URL is https on a public host. */
  readonly registerClient: ReturnType<typeof registerClient>;
  /** Lists the clients of the account with a key, oldest first. Throws `account_not_found`. */
  readonly listClients: ReturnType<typeof listClients>;
  /** Disables, enables or revokes a client and its access tokens, from the next request on. Revoking is permanent. */
  readonly changeClient: ReturnType<typeof changeClient>;
}

/** Use cases about accounts, which are the tenants. */
export interface AccountUseCases {
  /**
   * Creates an account with default settings. Throws `account_key_taken`, `invalid_account_key`,
   * `invalid_account_name` and `invalid_time_zone`.
   */
  readonly create: ReturnType<typeof createPublishedAccount>;
  /** Lists all accounts, sorted by key. */
  readonly list: ReturnType<typeof listAccounts>;
  /** Returns the account with a key. Throws `account_not_found`. */
  readonly byKey: ReturnType<typeof accountByKey>;
  /** Returns the settings of an account, such as the time zone. Amounts of money are in cents. */
  readonly settings: ReturnType<typeof accountSettings>;
  /** Disables or enables an account. A disabled account rejects all its credentials. Throws `account_not_found`. */
  readonly setDisabled: ReturnType<typeof setAccountDisabled>;
}

/** Use cases about the audit trail. */
export interface AuditUseCases {
  /**
   * Reads the audit records of the account with a key from a time on, in batches, oldest first. Throws
   * `account_not_found`.
   */
  readonly read: ReturnType<typeof readAudit>;
  /** Adds records to the audit trail of an account. */
  readonly append: ReturnType<typeof appendAudit>;
  /**
   * Reads the counts of failed authentications whose last failure is not before a time, in batches. Throws
   * `account_not_found`.
   */
  readonly failures: ReturnType<typeof readFailures>;
  /** Adds failed authentications to the counts of an account's credentials and clients. */
  readonly addFailures: ReturnType<typeof addFailures>;
}

/** Use cases for a person's request to be forgotten. */
export interface ErasureUseCases {
  /**
   * Erases all records of an account about a person in one transaction, and keeps the person out of later imports.
   * Throws `invalid_person` if the request does not identify a person.
   */
  readonly erase: ReturnType<typeof erasePerson>;
  /**
   * Returns the records that an erasure of a person would remove. Also finds people by name. Adds a record to the audit
   * trail. Not for publication. Throws `invalid_person`.
   */
  readonly lookUp: ReturnType<typeof lookUpPerson>;
  /**
   * Lets imports store rows about an erased person again. Returns the number of identifiers that were removed from
   * the suppression list.
   */
  readonly lift: ReturnType<typeof liftSuppression>;
}

/** Use cases of the nightly job. */
export interface NightlyUseCases {
  /**
   * Deletes test submissions and expired data of all accounts, and completes or undoes work of crashed processes.
   * Returns the number of deleted test submissions by account, or `undefined` if the cleanup has run since `due` or
   * runs in another process.
   */
  readonly cleanUp: ReturnType<typeof cleanUp>;
}

/** Use cases about account bundles, the load format. */
export interface BundleUseCases {
  /**
   * Loads an account bundle (see `createBundle`). Throws `bundle_invalid` with the line, kind and key of each
   * problem, and then stores nothing. A large bundle is completed even after a crash.
   */
  readonly load: ReturnType<typeof loadBundle>;
  /**
   * Completes the unfinished loads and imports of all accounts, and marks patient files as failed whose process ended.
   * Returns the number of accounts with such work. With `stalls`, skips work that has made progress since the last call.
   */
  readonly finish: ReturnType<typeof finishWork>;
  /** Ends an account's unfinished load without storing its remaining parts. Returns whether a load was unfinished. */
  readonly discard: ReturnType<typeof discardLoad>;
}

/**
 * Use cases that list the catalog of an account, sorted by id. With `keys=true`, items also have `_id` and
 * `_changed_at`.
 */
export interface CatalogUseCases {
  /** Lists the locations. */
  readonly locations: ReturnType<typeof listCatalog>["locations"];
  /** Lists the providers. */
  readonly providers: ReturnType<typeof listCatalog>["providers"];
  /** Lists the review platforms and surveys. */
  readonly platforms: ReturnType<typeof listCatalog>["platforms"];
  /** Lists the message templates for invites. */
  readonly messages: ReturnType<typeof listCatalog>["messages"];
  /** Lists the groups with their locations, providers and listings. */
  readonly groups: ReturnType<typeof listCatalog>["groups"];
  /** Lists the ids and names of the surveys. */
  readonly "surveys-list": ReturnType<typeof listCatalog>["surveys-list"];
  /** Lists the campaigns with their tracking numbers. */
  readonly "campaign-catalog": ReturnType<typeof listCatalog>["campaign-catalog"];
}

/** Use cases that maintain the rendered lists. */
export interface FeedUseCases {
  /** Renders every list of an account again from its records, in one transaction. */
  readonly rebuild: ReturnType<typeof rebuildFeed>;
  /** Compresses the lists of an account now. Returns the number of compressed segments. */
  readonly seal: ReturnType<typeof sealLists>;
  /**
   * Compresses the lists of all accounts that had no changes in the last minute. Returns the number of compressed
   * segments.
   */
  readonly sealResting: ReturnType<typeof sealResting>;
  /** Renders the lists of all accounts again whose items have outdated fields. Returns the number of accounts. */
  readonly renderOutdated: ReturnType<typeof renderOutdated>;
}

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
  /** Returns the epoch of an account. It changes if the data is restored from a backup. */
  readonly epoch: (account: AccountId) => Promise<string>;
  /** Expires all change cursors and the epoch of an account, so that every copy starts over. */
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
  /** Reads the recorded call imports of an account in pages, newest first. */
  readonly callImports: ReturnType<typeof listCallImports>;
  /**
   * Undoes a call import: new calls are removed, and changed calls get their earlier values, unless they were changed
   * since. Throws `import_not_found`, `already_undone` and `undo_too_late`.
   */
  readonly undoCalls: ReturnType<typeof undoCallImport>;
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

/** Use cases about imports of appointments. */
export interface ImportUseCases {
  /**
   * Imports a file of appointments: stores appointments, plans invites and reports every row that was skipped.
   * Throws `empty_file`, `connection_required`, `connection_not_found` and the errors of the file.
   */
  readonly run: ReturnType<typeof importAppointments>;
  /** Lists the import runs of an account, newest first. The range refers to the day of the earliest appointment. */
  readonly list: ReturnType<typeof listImports>;
  /**
   * Lists the errors and warnings of a run about appointments or about invites, sorted by id. Throws
   * `import_not_found` and `unknown_error_type`.
   */
  readonly errors: ReturnType<typeof listImportErrors>;
  /** Reads all errors and warnings of a run with their row numbers, in pages. */
  readonly errorRows: ReturnType<typeof importErrorRows>;
  /** Returns the appointments that a run canceled, moved or restored. Throws `import_not_found`. */
  readonly withdrawals: ReturnType<typeof withdrawalsOfRun>;
  /**
   * Removes the appointments and unsent invites that a run stored, and restores what it changed. Leaves records that
   * were changed since, and names them. A repeated call changes nothing.
   *
   * Throws `import_not_found`, `undo_refused` and `import_running`.
   */
  readonly undo: ReturnType<typeof undoImport>;
  /**
   * Reads the stored invites of a run, including planned ones, and the reasons why other rows have no invite, in pages.
   * Not for publication. Throws `import_not_found`.
   */
  readonly plans: ReturnType<typeof storedPlans>;
  /** Reads all import attempts of an account in pages, newest first. Failed attempts have the reason. */
  readonly attempts: ReturnType<typeof listAttempts>;
  /** Returns an import attempt, with its run if the run is complete. Throws `attempt_not_found`. */
  readonly attempt: ReturnType<typeof showAttempt>;
  /** Returns how many rows a run skipped because they are about erased people. Throws `import_not_found`. */
  readonly suppressed: ReturnType<typeof suppressedOfRun>;
  /** Reads an appointment file and explains how an import would read it. Stores nothing. */
  readonly explain: ReturnType<typeof explainFile>;
  /** Returns the statuses of a run without a known meaning, with the number of their rows. */
  readonly unknownStatuses: ReturnType<typeof unknownStatuses>;
}

/** Use cases about patient files for CAHPS surveys. */
export interface PatientSurveyUseCases {
  /**
   * Checks a patient file and stores the findings about its rows. Throws `file_unreadable`, `too_many_rows` and
   * other errors of the file, whose status is then `Failed`.
   */
  readonly parse: ReturnType<typeof parsePatientFile>;
  /**
   * Undoes a patient file: its findings and visits are removed, and the rows that it replaced count again. Throws
   * `file_not_found`, `file_failed`, `file_unfinished`, `file_corrected` and `already_undone`.
   */
  readonly undo: ReturnType<typeof undoPatientFile>;
  /**
   * Lists the patient files that were uploaded in a time range, newest first. Throws `invalid_date` and
   * `reversed_dates`.
   */
  readonly list: ReturnType<typeof listPatientFiles>;
  /**
   * Reads the patient files of an account in pages, newest first, with the reason for each failure. Not for
   * publication.
   */
  readonly files: ReturnType<typeof patientFiles>;
  /** Lists the findings of a file, one item per row of the file. Throws `file_not_found`. */
  readonly warnings: ReturnType<typeof listPatientWarnings>;
  /** Reads the findings of a file in pages, sorted by row. */
  readonly warningRows: ReturnType<typeof patientWarnings>;
  /** Returns the current counts of the sample month of a file, or `null` if the file has no sample month. */
  readonly sample: ReturnType<typeof sampleOfFile>;
}

/** Use cases about the users of an account. */
export interface UserUseCases {
  /** Lists the users of an account, sorted by id. Throws `invalid_limit` and `invalid_cursor`. */
  readonly list: ReturnType<typeof listUsers>;
  /** Returns one user with the role. Throws `user_not_found`. */
  readonly one: ReturnType<typeof oneUser>;
  /**
   * Creates a pending user and an invitation. Throws `invalid_user` with JSON pointers, `email_taken` and
   * `too_many_users`.
   */
  readonly create: ReturnType<typeof createUser>;
  /**
   * Updates the fields of a user that the body contains. Throws `user_not_found`, `invalid_user` and
   * `last_administrator`.
   */
  readonly update: ReturnType<typeof updateUser>;
  /**
   * Deletes a user with the image, the invitation and the password. Throws `user_not_found` and
   * `last_administrator`.
   */
  readonly remove: ReturnType<typeof deleteUser>;
  /** Returns the image of a user with its media type. Throws `image_not_found`. */
  readonly image: ReturnType<typeof userImage>;
  /**
   * Converts an uploaded image and stores it for the user. Throws `user_not_found` and the errors of the port
   * `imageEncoder`.
   */
  readonly putImage: ReturnType<typeof putUserImage>;
}

/** Use cases about invitations to set a password. */
export interface InvitationUseCases {
  /** Lists all users of an account with their latest invitations, sorted by user id. */
  readonly list: ReturnType<typeof listInvited>;
  /** Invites a pending user again. Throws `user_not_found` and `user_active`. */
  readonly again: ReturnType<typeof inviteAgain>;
  /** Mails the invitation that has been due longest, in all accounts. Only one process mails at a time. */
  readonly mail: ReturnType<typeof mailInvitation>;
  /**
   * Opens an invitation by the token in its link. Throws `invitation_not_found`, `invitation_over` and
   * `passwords_off`.
   */
  readonly open: ReturnType<typeof openInvitation>;
  /**
   * Sets the password of an invited user and activates the user. Works once per invitation. Throws
   * `invalid_password` and the errors of `open`.
   */
  readonly setPassword: ReturnType<typeof setPassword>;
}

/** Use cases about the review widget of an account. */
export interface WidgetUseCases {
  /** Changes the settings of the widget, or creates the widget. Throws `invalid_widget`. */
  readonly set: ReturnType<typeof setWidget>;
  /** Returns the settings of the widget. Throws `widget_not_configured`. */
  readonly show: ReturnType<typeof showWidget>;
  /** Returns the average of all public ratings from 1 to 5. Throws `widget_not_configured`. */
  readonly averages: ReturnType<typeof averageRating>;
  /** Returns the average of the ratings in surveys from 1 to 5. Throws `widget_not_configured`. */
  readonly surveyAverage: ReturnType<typeof averageRating>;
  /** Returns the average of public ratings and ratings in surveys together. Throws `widget_not_configured`. */
  readonly combinedAverage: ReturnType<typeof averageRating>;
  /**
   * Lists the public reviews with a comment and enough stars, newest first, up to the limit of the widget. Throws
   * `widget_not_configured`.
   */
  readonly reviews: ReturnType<typeof listShownReviews>;
  /** Returns the public data of a widget by its id, without authentication. Throws `widget_not_found`. */
  readonly embed: ReturnType<typeof embedWidget>;
}
