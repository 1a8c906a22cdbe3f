import { issuerOf, type IssuerOptions, tokenEndpoint } from "./foundation/access/access-ports.js";
import { authenticate, authenticateBearer, authenticateHostUser, noteUse } from "./foundation/access/authenticate.js";
import {
  changeClient,
  changeToken,
  createToken,
  listClients,
  listTokens,
  registerClient,
  rotateToken,
} from "./foundation/access/credentials.js";
import { exchangeToken } from "./foundation/access/exchange-token.js";
import {
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
import { listCatalog } from "./foundation/lists/read-records.js";
import { announceCommits, checkPorts } from "./host-ports.js";
import type { Ports } from "./ports.js";
import { listCallImports } from "./subjects/calls/call-imports.js";
import { undoCallImport } from "./subjects/calls/undo-call-import.js";
import { importCalls } from "./subjects/calls/import-calls.js";
import { summarizeCampaigns } from "./subjects/campaigns/campaign-summary.js";
import { listCampaigns, trackLink } from "./subjects/campaigns/campaigns.js";
import { listCalls, listConversions } from "./subjects/conversions/conversions.js";
import { explainFile, unknownStatuses } from "./subjects/imports/explain.js";
import { importErrorRows, listImportErrors, listImports } from "./subjects/imports/import-item.js";
import { importAppointments, listAttempts, showAttempt, suppressedOfRun } from "./subjects/imports/imports.js";
import { publishDueInvites } from "./subjects/imports/planned-invites.js";
import { storedPlans } from "./subjects/imports/row-plans.js";
import { undoImport } from "./subjects/imports/undo.js";
import { withdrawalsOfRun } from "./subjects/imports/withdrawals.js";
import { listInvites } from "./subjects/invites/invite-item.js";
import { listListingMetrics } from "./subjects/listings/listing-metric-type.js";
import type { CodeRanges } from "./subjects/patient-surveys/cahps-codes.js";
import { parsePatientFile } from "./subjects/patient-surveys/parse-patient-file.js";
import {
  listPatientFiles,
  listPatientWarnings,
  patientFiles,
  patientWarnings,
} from "./subjects/patient-surveys/patient-files.js";
import { undoPatientFile } from "./subjects/patient-surveys/undo-patient-file.js";
import { sampleOfFile } from "./subjects/patient-surveys/survey-visits.js";
import { importReviews } from "./subjects/review-imports/import-reviews.js";
import { listNpsSurveys, listReviews } from "./subjects/reviews/review-item.js";
import {
  maxSubmissions,
  purgeTestSubmissions,
  submissionStatus,
  uploadSubmissions,
} from "./subjects/submissions/submissions.js";
import { listSurveyResponses } from "./subjects/surveys/survey-response-item.js";
import { receiveEvents } from "./subjects/trackers/receive-event.js";
import {
  createTracker,
  listTrackers,
  removeTracker,
  retryEvents,
  rotateTracker,
  showTracker,
} from "./subjects/trackers/trackers.js";
import { workOnEvents } from "./subjects/trackers/work-on-events.js";
import {
  endSubscription,
  listSubscriptions,
  openSubscription,
  subscribe,
  unsubscribe,
} from "./subjects/notifications/subscriptions.js";
import { openInvitation, setPassword } from "./subjects/users/accept-invitation.js";
import { inviteAgain, listInvited } from "./subjects/users/invitation.js";
import { mailInvitation } from "./subjects/users/mail-invitation.js";
import { putUserImage, userImage } from "./subjects/users/user-image.js";
import { createUser, deleteUser, listUsers, oneUser, updateUser } from "./subjects/users/users.js";
import { averageRating, listShownReviews } from "./subjects/widget/aggregates.js";
import { setWidget, showWidget } from "./subjects/widget/configure-widget.js";
import { embedWidget } from "./subjects/widget/embed-widget.js";
import { exportBundle } from "./workflows/bundle/export-bundle.js";
import { loadBundle } from "./workflows/bundle/load-bundle.js";
import { discardLoad, finishLoad, finishWork } from "./workflows/bundle/staged-load.js";
import { cursorSigners, expireCursors } from "./workflows/changes/change-cursor.js";
import { listChanges, listChecksums } from "./workflows/changes/list-changes.js";
import { deleteAccount } from "./workflows/erasure/delete-account.js";
import { erasePerson, liftSuppression, lookUpPerson } from "./workflows/erasure/erase-person.js";
import { cleanUp, type Retention } from "./workflows/nightly/clean-up.js";
import { readOverview } from "./workflows/overview/overview.js";
import { rebuildFeed, renderAll, renderOutdated, sealLists, sealResting } from "./workflows/publishing/render-lists.js";
import { createPublishedAccount } from "./workflows/publishing/save-catalog.js";
import { mailNotification } from "./workflows/notifications/mail-notification.js";
import { endSource, expectData } from "./workflows/status/expectation.js";
import { accountStatuses, dataStatus, listJobs } from "./workflows/status/account-status.js";
import { acceptUpload, listUploads, oneUpload } from "./workflows/uploads/accept-upload.js";
import { undoUpload } from "./workflows/uploads/undo-upload.js";
import { waitingWork, workOnUploads } from "./workflows/uploads/work-on-uploads.js";
import { deliverMessages } from "./workflows/webhooks/deliver-messages.js";
import {
  createWebhook,
  disableWebhook,
  enableWebhook,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  rotateWebhook,
  showWebhook,
  testWebhook,
} from "./workflows/webhooks/webhooks.js";

/** All use cases of the service, by subject. The first argument of most use cases is the account. */
export interface Domain extends ReturnType<typeof useCases> {}

/** Options that a host application can set. */
export type DomainOptions = IssuerOptions & {
  /** Maximum number of submissions per request. Defaults to 1,000. */
  readonly maxSubmissions?: number;
  /** Number of days after a deletion during which older change-feed cursors stay valid. Defaults to 90. */
  readonly tombstoneDays?: number;
  /** Retention periods of error rows and audit records, in days. If omitted, both are retained forever. */
  readonly retention?: Retention;
  /** Procedure codes to exclude from OAS CAHPS, even if they are within its eligible ranges. */
  readonly oasExcludedCodes?: CodeRanges;
};

/** Creates the use cases for these ports. Throws a `TypeError` that names the port if a port is missing. */
export function createDomain(ports: Ports, options: DomainOptions = {}): Domain {
  checkPorts(ports);
  return useCases(announceCommits(ports), options);
}

function useCases({ ports, listen, poll }: ReturnType<typeof announceCommits>, options: DomainOptions) {
  const whole = { ...ports, rendered: renderAll(ports), cursorSigner: cursorSigners(ports) };
  const issuer = issuerOf(options);
  const catalog = listCatalog(whole);
  const changes = listChanges(whole);
  const { send, listen: listenForLoads } = acceptUpload(ports);
  const { find: findTracker, receive: receiveEvent, listen: listenForEvents } = receiveEvents(ports, issuer);
  const { begin: beginDeliveries, settle: settleDeliveries } = deliverMessages(whole);
  const uploads = uploadSubmissions(ports, options.maxSubmissions ?? maxSubmissions);
  return {
    /** Use cases about tokens, clients of partners, and authentication. */
    access: {
      /**
       * Authenticates a caller by token. `audience` names the part of the API. Every rejection is an `unauthenticated`
       * error with the same message, and its `cause` contains the reason.
       */
      authenticate: authenticate(ports),
      /** Authenticates a caller by access token. Rejects as `authenticate` does. */
      authenticateBearer: authenticateBearer(ports, issuer),
      /**
       * Checks the account and the permissions of a user whom the host has authenticated. Throws a `TypeError` if the
       * user is malformed. Otherwise rejects as `authenticate` does.
       */
      authenticateHostUser: authenticateHostUser(ports),
      /** Records the time at which a token was last used. */
      noteUse: noteUse(ports),
      /**
       * Exchanges a client's signed assertion for an access token. Each assertion works once. Throws `invalid` for a
       * malformed request and `unauthenticated` for a problem with the assertion or the client.
       */
      exchangeToken: exchangeToken(ports, issuer),
      /** Returns the base URL and the token URL. Throws `signed_assertions_off` if the option `baseUrl` is missing. */
      tokenEndpoint: () => tokenEndpoint(issuer),
      /** Creates a token. Only this result contains the token, which cannot be read again. */
      createToken: createToken(ports),
      /**
       * Creates a token like another one, which then expires after an overlap. Throws `token_not_found`,
       * `token_not_usable` and `already_expired`.
       */
      rotateToken: rotateToken(ports),
      /** Lists the tokens of the account with a key, oldest first, without their secrets. Throws `account_not_found`. */
      listTokens: listTokens(ports),
      /** Disables, enables or revokes a token, from the next request on. Revoking is permanent. */
      changeToken: changeToken(ports),
      /** Registers a partner's client. Throws `jwk_url_not_allowed` unless the URL is https on a public host. */
      registerClient: registerClient(ports),
      /** Lists the clients of the account with a key, oldest first. Throws `account_not_found`. */
      listClients: listClients(ports),
      /** Disables, enables or revokes a client and its access tokens, from the next request on. Revoking is permanent. */
      changeClient: changeClient(ports),
    },
    /** Use cases about accounts, which are the tenants. */
    accounts: {
      /**
       * Creates an account with default settings. Throws `account_key_taken`, `invalid_account_key`,
       * `invalid_account_name` and `invalid_time_zone`.
       */
      create: createPublishedAccount(whole),
      /** Lists all accounts, sorted by key. */
      list: listAccounts(ports),
      /** Returns the account with a key. Throws `account_not_found`. */
      byKey: accountByKey(ports),
      /** Returns the settings of an account, such as the time zone. Amounts of money are in cents. */
      settings: accountSettings(ports),
      /** Disables or enables an account. A disabled account rejects all its credentials. Throws `account_not_found`. */
      setDisabled: setAccountDisabled(ports),
      /**
       * Deletes an account with all of its data except the audit trail, and returns a certificate of the deleted rows. Throws
       * `account_not_found` and `not_confirmed`.
       */
      remove: deleteAccount(ports),
      /**
       * Returns the status of the account with a key, or of all accounts, worst first: which sources of data are late or
       * fail, and how tokens are used. Throws `account_not_found`.
       */
      statuses: accountStatuses(ports),
      /** Returns the part of an account's status that its own systems may read: the states of its sources of data. */
      dataStatus: dataStatus(ports),
      /**
       * Sets when data of a source is expected, or lets the service learn it again. Throws `account_not_found`,
       * `unknown_source` and `invalid_expectation`.
       */
      expect: expectData(ports),
      /**
       * Removes a source that sends no more data from the status of an account, until data arrives again. Throws
       * `account_not_found` and `unknown_source`.
       */
      endSource: endSource(ports),
      /** Lists when the background jobs of all accounts last began a run that succeeded. Omits jobs that never succeeded. */
      jobs: listJobs(ports),
    },
    /** Use cases about the audit trail. */
    audit: {
      /**
       * Reads the audit records of the account with a key from a time on, in batches, oldest first. Throws
       * `account_not_found`.
       */
      read: readAudit(ports),
      /** Adds records to the audit trail of an account. */
      append: appendAudit(ports),
      /**
       * Reads the counts of failed authentications whose last failure is not before a time, in batches. Throws
       * `account_not_found`.
       */
      failures: readFailures(ports),
      /** Adds failed authentications to the counts of an account's credentials and clients. */
      addFailures: addFailures(ports),
    },
    /** Use cases about account bundles, the load format. */
    bundle: {
      /**
       * Loads an account bundle (see `createBundle`). Throws `bundle_invalid` with the line, kind and key of each
       * problem, and then stores nothing. A large bundle is completed even after a crash.
       */
      load: loadBundle(ports),
      /**
       * Writes an account's records as the lines of a bundle that another service can load. Passes them to `write` in
       * portions, from one snapshot. Returns what it omitted.
       */
      export: exportBundle(ports),
      /**
       * Completes the unfinished loads and imports of all accounts, and marks patient files as failed whose process ended.
       * Returns the number of accounts with such work. With `stalls`, skips work that has made progress since the last call.
       */
      finish: finishWork(ports),
      /** Ends an account's unfinished load without storing its remaining parts. Returns whether a load was unfinished. */
      discard: discardLoad(ports),
    },
    /** Use cases about files that are sent over HTTP. They need the port `uploadFiles`. */
    loads: {
      /**
       * Receives a file and queues it (see `acceptUpload` for the errors). With an `idempotencyKey`, a repeated call
       * returns the first load.
       */
      send,
      /** Registers a listener that is called after each accepted file. Returns a function that removes the listener. */
      listen: listenForLoads,
      /** Returns a load with its state, counts and problems, if `by` sent it or is omitted. Throws `load_not_found`. */
      one: oneUpload(ports),
      /** Lists up to 100 loads that `by` sent, or all of an account, newest first, with ids below `before`. */
      list: listUploads(ports),
      /**
       * Undoes what a load of appointments, calls or patients imported, and returns what the command for the undo prints
       * with `--json`. Throws the errors of `imports.undo`, `conversions.undoCalls` and `patientSurveys.undo`,
       * `load_not_found`, `load_not_ended`, and `undo_refused` for other loads.
       */
      undo: undoUpload(ports),
      /**
       * Returns whether a process could begin work on a load now. If not, also returns the lease that ends first of the
       * processes that work on loads.
       */
      waiting: waitingWork(ports),
      /** Works on the queued files of all accounts until none is left. Returns the number of loads that ended. */
      work: workOnUploads(ports),
    },
    /** Use cases about trackers, over which call trackers send events. They need the port `trackerKeys`. */
    trackers: {
      /**
       * Creates a tracker and returns it with the path that receives events. Throws `tracker_exists`,
       * `invalid_tracker_name`, `invalid_tracker_key` and `invalid_mapping`.
       */
      create: createTracker(ports),
      /** Lists the trackers of an account, oldest first. */
      list: listTrackers(ports),
      /** Returns a tracker and its latest 100 events, newest first. Throws `tracker_not_found`. */
      show: showTracker(ports),
      /** Gives a tracker a new key, and accepts the earlier key for 7 more days. Throws `tracker_not_found`. */
      rotate: rotateTracker(ports),
      /** Removes a tracker, so that its path accepts no more events. Throws `tracker_not_found`. */
      remove: removeTracker(ports),
      /** Lets a tracker's unmapped events be processed again. Returns their number. Throws `tracker_not_found`. */
      retry: retryEvents(ports),
      /** Returns the tracker with an id and its account. Throws `tracker_not_found`. */
      find: findTracker,
      /**
       * Verifies and stores an event. Throws `tracker_not_found`, `invalid_signature`, `invalid_event`, `event_expired` and
       * `too_many_events`.
       */
      receive: receiveEvent,
      /** Registers a listener that is called after each stored event. Returns a function that removes the listener. */
      listen: listenForEvents,
      /** Processes the waiting events of all accounts. Returns their number. */
      work: workOnEvents(ports),
    },
    /** Use cases about webhooks, which report changes to other systems. They need the port `webhookSender`. */
    webhooks: {
      /**
       * Creates a webhook for changes from now on. Only this result and the result of `rotate` contain a secret. Throws
       * `unknown_list`, `webhook_url_not_allowed` and `too_many_webhooks`.
       */
      create: createWebhook(whole),
      /** Lists the webhooks of an account, oldest first. */
      list: listWebhooks(ports),
      /** Returns a webhook and its latest 100 attempts, newest first. Throws `webhook_not_found`. */
      show: showWebhook(ports),
      /** Sends a test message once, even if the webhook is disabled. Throws `webhook_not_found`. */
      test: testWebhook(ports),
      /** Lets a webhook send the changes since a time again. Throws `webhook_not_found`. */
      replay: replayWebhook(ports),
      /** Gives a webhook a new secret. The earlier secret also signs messages for 7 days. Throws `webhook_not_found`. */
      rotate: rotateWebhook(ports),
      /** Stops a webhook from sending messages. Changes wait until it is enabled again. Throws `webhook_not_found`. */
      disable: disableWebhook(ports),
      /** Lets a webhook send messages again, from the last accepted change on. Throws `webhook_not_found`. */
      enable: enableWebhook(ports),
      /** Removes a webhook with its log. Throws `webhook_not_found`. */
      remove: removeWebhook(ports),
      /** Begins the deliveries that are due in any account, and does not wait for them. Returns their number. */
      begin: beginDeliveries,
      /** Waits for the deliveries that have begun. */
      settle: settleDeliveries,
    },
    /** Use cases about marketing campaigns. */
    campaigns: {
      /** Lists the campaigns of an account, sorted by id. */
      list: listCampaigns(ports),
      /** Adds the tracking parameter of a campaign, given by id or name, to a link. Throws `campaign_not_found`. */
      trackLink: trackLink(ports),
      /**
       * Summarizes conversions and cost by channel in a time range. Counts are numbers, and amounts are cents in
       * `currency`. Throws `invalid_date` and `reversed_dates`.
       */
      summarize: summarizeCampaigns(ports),
    },
    /** Use cases that summarize all subjects. */
    overview: {
      /**
       * Counts the reviews, NPS surveys, invites and conversions of up to 36 months in the account's time zone. Throws
       * `invalid_date`, `reversed_dates`, `too_many_months` and `too_many_lists`.
       */
      read: readOverview(ports),
    },
    /** Use cases that list the catalog of an account, sorted by id. With `keys=true`, items also have `_id` and `_changed_at`. */
    catalog,
    /** Use cases that maintain the rendered lists. */
    feed: {
      /** Renders every list of an account again from its records, in one transaction. */
      rebuild: rebuildFeed(ports),
      /**
       * Compresses the lists of an account now, for example after a large load. Other work runs in between. Returns the
       * number of compressed segments.
       */
      seal: sealLists(ports),
      /**
       * Compresses the lists of all accounts that had no changes in the last minute. Returns the number of compressed
       * segments.
       */
      sealResting: sealResting(ports),
      /** Renders the lists of all accounts again whose items have outdated fields. Returns the number of accounts. */
      renderOutdated: renderOutdated(ports),
    },
    /** Use cases of the change feed, for copies of the data. */
    changes: {
      /**
       * Lists an account's changes since a cursor, oldest first, or all rows without a cursor. Read the items with
       * `readItems`. Throws `unknown_list`, `invalid_limit`, `invalid_cursor` and `cursor_expired`.
       */
      list: changes.list,
      /** Returns true if `list` would return any changes for this query. */
      hasNews: changes.hasNews,
      /**
       * Lists the number of rows and their checksum per list and month, for comparison with a copy. Throws
       * `unknown_list`.
       */
      checksums: listChecksums(whole),
      /** Returns the epoch of an account. It changes if the data is restored from a backup. */
      epoch: async (account: AccountId) => (await whole.cursorSigner(account)).epoch,
      /** Expires all change cursors and the epoch of an account, so that every copy starts over. */
      expireCursors: expireCursors(ports),
      /**
       * Registers a listener that is called after each commit on an account. Returns a function that removes the
       * listener.
       */
      listen,
      /** Calls the listeners of accounts that other processes have changed since the last call. */
      poll,
    },
    /** Use cases about surveys and their responses. */
    surveys: {
      /** Lists the ids and names of the surveys, sorted by id. */
      list: catalog["surveys-list"],
      /**
       * Lists the responses to the survey `survey_id`, newest first. The answers are members of the items. Throws
       * `unknown_ids` if the account has no such survey.
       */
      responses: listSurveyResponses(ports),
    },
    /** Use cases about calls and conversions. */
    conversions: {
      /** Lists an account's calls, newest first. With only `start_date`, the list covers 24 hours. */
      listCalls: listCalls(ports),
      /** Lists an account's calls and online submissions with their appointments, newest first. */
      list: listConversions(ports),
      /**
       * Imports a call tracker's export in one transaction. Throws `calls_invalid` with the row and heading of each
       * problem, and then stores nothing.
       */
      importCalls: importCalls(ports),
      /** Reads the recorded call imports of an account in pages, newest first. */
      callImports: listCallImports(ports),
      /**
       * Undoes a call import: new calls are removed, and changed calls get their earlier values, unless they were changed
       * since. Throws `import_not_found`, `already_undone` and `undo_too_late`.
       */
      undoCalls: undoCallImport(ports),
    },
    /** Use cases about online submissions from partners. */
    submissions: {
      /**
       * Stores one submission and creates its conversion. Throws `invalid_submission` with a JSON pointer per problem.
       * With an `idempotencyKey`, a repeated call returns the first result.
       */
      one: uploads.one,
      /**
       * Stores a batch `{submissions: [...]}`, or nothing if one submission is invalid. Returns one result per
       * submission, in order. Throws `too_many_submissions`.
       */
      batch: uploads.batch,
      /** Returns the status of a submission to the caller that posted it. Throws `submission_not_found`. */
      status: submissionStatus(ports),
      /** Deletes the test submissions of all accounts. Returns the number of deleted submissions by account. */
      purgeTests: purgeTestSubmissions(ports),
    },
    /** Use cases for a person's request to be forgotten. */
    erasure: {
      /**
       * Erases all records of an account about a person in one transaction, and keeps the person out of later imports.
       * Throws `invalid_person` if the request does not identify a person.
       */
      erase: erasePerson(ports),
      /**
       * Returns the records that an erasure of a person would remove. Also finds people by name. Adds a record to the audit
       * trail. Not for publication. Throws `invalid_person`, and with `by`, a caller of the API, `searches_busy` and
       * `import_running`.
       */
      lookUp: lookUpPerson(ports),
      /**
       * Lets imports store rows about an erased person again. Returns the number of identifiers that were removed from
       * the suppression list.
       */
      lift: liftSuppression(ports),
    },
    /** Use cases of the nightly job. */
    nightly: {
      /**
       * Deletes test submissions and expired data of all accounts, and completes or undoes work of crashed processes.
       * Returns the number of deleted test submissions by account, or `undefined` if the cleanup has run since `due` or
       * runs in another process.
       */
      cleanUp: cleanUp(ports, options.tombstoneDays, options.retention),
    },
    /** Use cases about online listings. */
    listings: {
      /**
       * Lists the monthly views and actions of listings, sorted by location, month and type. `month` is a number such as
       * 202603.
       */
      listMetrics: listListingMetrics(whole),
    },
    /** Use cases about reviews on platforms. */
    reviews: {
      /**
       * Imports the reviews of one platform from a file, in one transaction. Reports rows with problems, and stores all
       * others. Throws `reviews_invalid` if all rows have problems.
       */
      import: importReviews(ports),
      /**
       * Lists an account's reviews, newest first. All filters are strings, as in the query of `/v2/reviews`. If `end` is
       * absent, the list covers the 24 hours from `date`. Throws `invalid_date` and other errors that name the
       * parameter.
       */
      list: listReviews(ports),
    },
    /** Use cases about NPS surveys. */
    npsSurveys: {
      /** Lists an account's NPS surveys, newest first, with the filters of reviews. */
      list: listNpsSurveys(ports),
    },
    /** Use cases about invites to patients. */
    invites: {
      /** Lists an account's invites, newest first. If `end` is absent, the list covers the 24 hours from `date`. */
      list: listInvites(ports),
      /** Publishes all invites whose planned time has passed, in all accounts. Returns the number of invites. */
      publishDue: publishDueInvites(ports),
    },
    /** Use cases about imports of appointments. */
    imports: {
      /**
       * Imports a file of appointments: stores appointments, plans invites and reports every row that was skipped.
       * Throws `empty_file`, `connection_required`, `connection_not_found` and the errors of the file.
       */
      run: importAppointments(ports, (account) => finishLoad(ports, account)),
      /** Lists the import runs of an account, newest first. The range refers to the day of the earliest appointment. */
      list: listImports(whole),
      /**
       * Lists the errors and warnings of a run about appointments or about invites, sorted by id. Throws
       * `import_not_found` and `unknown_error_type`.
       */
      errors: listImportErrors(whole),
      /** Reads all errors and warnings of a run with their row numbers, in pages. */
      errorRows: importErrorRows(ports),
      /** Returns the appointments that a run canceled, moved or restored. Throws `import_not_found`. */
      withdrawals: withdrawalsOfRun(ports),
      /**
       * Reads the stored invites of a run, including planned ones, and the reasons why other rows have no invite, in pages.
       * Not for publication. Throws `import_not_found`.
       */
      plans: storedPlans(ports),
      /** Reads all import attempts of an account in pages, newest first. Failed attempts have the reason. */
      attempts: listAttempts(ports),
      /** Returns an import attempt, with its run if the run is complete. Throws `attempt_not_found`. */
      attempt: showAttempt(ports),
      /** Returns how many rows a run skipped because they are about erased people. Throws `import_not_found`. */
      suppressed: suppressedOfRun(ports),
      /**
       * Removes the appointments and unsent invites that a run stored, and restores what it changed. Leaves records that
       * were changed since, and names them. A repeated call changes nothing.
       *
       * Throws `import_not_found`, `undo_refused` and `import_running`.
       */
      undo: undoImport(ports),
      /** Reads an appointment file and explains how an import would read it. Stores nothing. */
      explain: explainFile(ports),
      /** Returns the statuses of a run without a known meaning, with the number of their rows. */
      unknownStatuses: unknownStatuses(ports),
    },
    /** Use cases about the users of an account. */
    users: {
      /** Lists the users of an account, sorted by id. Throws `invalid_limit` and `invalid_cursor`. */
      list: listUsers(ports),
      /** Returns one user with the role. Throws `user_not_found`. */
      one: oneUser(ports),
      /**
       * Creates a pending user and an invitation. Throws `invalid_user` with JSON pointers, `email_taken` and
       * `too_many_users`.
       */
      create: createUser(ports),
      /**
       * Updates the fields of a user that the body contains. Throws `user_not_found`, `invalid_user` and
       * `last_administrator`.
       */
      update: updateUser(ports),
      /**
       * Deletes a user with the image, the invitation and the password. Throws `user_not_found` and
       * `last_administrator`.
       */
      remove: deleteUser(ports),
      /** Returns the image of a user with its media type. Throws `image_not_found`. */
      image: userImage(ports),
      /**
       * Converts an uploaded image and stores it for the user. Throws `user_not_found` and the errors of the port
       * `imageEncoder`.
       */
      putImage: putUserImage(ports),
    },
    /** Use cases about invitations to set a password. */
    invitations: {
      /** Lists all users of an account with their latest invitations, sorted by user id. */
      list: listInvited(ports),
      /** Invites a pending user again. Throws `user_not_found` and `user_active`. */
      again: inviteAgain(ports),
      /** Mails the invitation that has been due longest, in all accounts. Only one process mails at a time. */
      mail: mailInvitation(ports, issuer.address),
      /**
       * Opens an invitation by the token in its link. Throws `invitation_not_found`, `invitation_over` and
       * `passwords_off`.
       */
      open: openInvitation(ports),
      /**
       * Sets the password of an invited user and activates the user. Works once per invitation. Throws
       * `invalid_password` and the errors of `open`.
       */
      setPassword: setPassword(ports),
    },
    /** Use cases about notifications, which users get by email. */
    notifications: {
      /**
       * Notifies a user of topics from now on, or changes the topics. Throws `user_not_found`, `invalid_subscription` and
       * `too_many_subscriptions`.
       */
      subscribe: subscribe(ports),
      /** Lists the users of an account who get notifications, sorted by user id. */
      list: listSubscriptions(ports),
      /** Ends the notifications of a user. Throws `user_not_found` and `subscription_not_found`. */
      unsubscribe: unsubscribe(ports),
      /** Checks the subscription that has been due longest, in all accounts, and mails its user what is new. */
      mail: mailNotification(ports, issuer.address),
      /** Returns the practice whose notifications a link ends. Throws `subscription_not_found`. */
      open: openSubscription(ports),
      /** Ends notifications by their link. Throws `subscription_not_found`. */
      end: endSubscription(ports),
    },
    /** Use cases about patient files for CAHPS surveys. */
    patientSurveys: {
      /**
       * Checks a patient file and stores the findings about its rows. Throws `file_unreadable`, `too_many_rows` and
       * other errors of the file, whose status is then `Failed`.
       */
      parse: parsePatientFile(ports, options.oasExcludedCodes),
      /**
       * Undoes a patient file: its findings and visits are removed, and the rows that it replaced count again. Throws
       * `file_not_found`, `file_failed`, `file_unfinished`, `file_corrected` and `already_undone`.
       */
      undo: undoPatientFile(ports),
      /**
       * Lists the patient files that were uploaded in a time range, newest first. Throws `invalid_date` and
       * `reversed_dates`.
       */
      list: listPatientFiles(whole),
      /**
       * Reads the patient files of an account in pages, newest first, with the reason for each failure. Not for
       * publication.
       */
      files: patientFiles(ports),
      /** Lists the findings of a file, one item per row of the file. Throws `file_not_found`. */
      warnings: listPatientWarnings(whole),
      /** Reads the findings of a file in pages, sorted by row. */
      warningRows: patientWarnings(ports),
      /** Returns the current counts of the sample month of a file, or `null` if the file has no sample month. */
      sample: sampleOfFile(ports),
    },
    /** Use cases about the review widget of an account. */
    widget: {
      /** Changes the settings of the widget, or creates the widget. Throws `invalid_widget`. */
      set: setWidget(ports),
      /** Returns the settings of the widget. Throws `widget_not_configured`. */
      show: showWidget(ports),
      /** Returns the average of all public ratings from 1 to 5. Throws `widget_not_configured`. */
      averages: averageRating(ports, ["public"]),
      /** Returns the average of the ratings in surveys from 1 to 5. Throws `widget_not_configured`. */
      surveyAverage: averageRating(ports, ["surveys"]),
      /** Returns the average of public ratings and ratings in surveys together. Throws `widget_not_configured`. */
      combinedAverage: averageRating(ports, ["public", "surveys"]),
      /**
       * Lists the public reviews with a comment and enough stars, newest first, up to the limit of the widget. Throws
       * `widget_not_configured`.
       */
      reviews: listShownReviews(ports),
      /** Returns the public data of a widget by its id, without authentication. Throws `widget_not_found`. */
      embed: embedWidget(ports),
    },
  } as const;
}
