import { announceCommits } from "./announce-commits.js";
import { checkPorts } from "./check-ports.js";
import { authenticateHostUser } from "./foundation/access/authenticate-host-user.js";
import { authenticate, authenticateBearer, noteUse } from "./foundation/access/authenticate.js";
import { exchangeToken } from "./foundation/access/exchange-token.js";
import { issuerOf, type IssuerOptions, tokenEndpoint } from "./foundation/access/issuer.js";
import { changeClient, listClients, registerClient } from "./foundation/access/manage-clients.js";
import { changeToken, createToken, listTokens } from "./foundation/access/manage-tokens.js";
import { addFailures, appendAudit, readAudit, readFailures } from "./foundation/accounts/audit-trail.js";
import {
  accountByKey,
  accountSettings,
  listAccounts,
  setAccountDisabled,
} from "./foundation/accounts/manage-accounts.js";
import { listCatalog } from "./foundation/lists/list-catalog.js";
import type { Ports } from "./ports.js";
import { importCalls } from "./subjects/calls/import-calls.js";
import { listCampaigns } from "./subjects/campaigns/list-campaigns.js";
import { summarizeCampaigns } from "./subjects/campaigns/summarize-campaigns.js";
import { trackLink } from "./subjects/campaigns/track-link.js";
import { listCalls, listConversions } from "./subjects/conversions/list-conversions.js";
import { importErrorRows, listImportErrors, listImports } from "./subjects/imports/import-item.js";
import { importAppointments, listAttempts, showAttempt, suppressedOfRun } from "./subjects/imports/imports.js";
import { publishDueInvites } from "./subjects/imports/planned-invites.js";
import { withdrawalsOfRun } from "./subjects/imports/withdrawals.js";
import { listInvites } from "./subjects/invites/list-invites.js";
import { listListingMetrics } from "./subjects/listings/list-listing-metrics.js";
import type { CodeRanges } from "./subjects/patient-surveys/code-ranges.js";
import {
  listPatientFiles,
  listPatientWarnings,
  patientFiles,
  patientWarnings,
} from "./subjects/patient-surveys/list-patient-files.js";
import { parsePatientFile } from "./subjects/patient-surveys/parse-patient-file.js";
import { listNpsSurveys, listReviews } from "./subjects/reviews/list-reviews.js";
import { purgeTestSubmissions } from "./subjects/submissions/purge-test-submissions.js";
import { maxSubmissions, uploadSubmissions } from "./subjects/submissions/upload-submissions.js";
import { listSurveyResponses } from "./subjects/surveys/list-survey-responses.js";
import { openInvitation, setPassword } from "./subjects/users/accept-invitation.js";
import { createUser } from "./subjects/users/create-user.js";
import { deleteUser } from "./subjects/users/delete-user.js";
import { inviteAgain, listInvited } from "./subjects/users/invite-user.js";
import { listUsers, oneUser } from "./subjects/users/list-users.js";
import { mailInvitation } from "./subjects/users/mail-invitation.js";
import { updateUser } from "./subjects/users/update-user.js";
import { putUserImage, userImage } from "./subjects/users/user-image.js";
import { listShownReviews } from "./subjects/widget/aggregate-reviews.js";
import { averageRating } from "./subjects/widget/average-rating.js";
import { setWidget, showWidget } from "./subjects/widget/configure-widget.js";
import { embedWidget } from "./subjects/widget/embed-widget.js";
import type { AccessUseCases } from "./use-cases/access.js";
import type { AccountUseCases, AuditUseCases, ErasureUseCases, NightlyUseCases } from "./use-cases/accounts.js";
import type { BundleUseCases, CatalogUseCases, FeedUseCases } from "./use-cases/bundles.js";
import type { ImportUseCases, PatientSurveyUseCases } from "./use-cases/imports.js";
import type {
  CampaignUseCases,
  ChangeUseCases,
  ConversionUseCases,
  InviteUseCases,
  ListingUseCases,
  NpsSurveyUseCases,
  ReviewUseCases,
  SubmissionUseCases,
  SurveyUseCases,
} from "./use-cases/lists.js";
import type { InvitationUseCases, UserUseCases, WidgetUseCases } from "./use-cases/people.js";
import { discardLoad } from "./workflows/bundle/discard-load.js";
import { finishLoad, finishLoads } from "./workflows/bundle/finish-loads.js";
import { loadBundle } from "./workflows/bundle/load-bundle.js";
import { cursorSigners } from "./workflows/changes/cursor-key.js";
import { expireCursors } from "./workflows/changes/expire-cursors.js";
import { listChanges } from "./workflows/changes/list-changes.js";
import { listChecksums } from "./workflows/changes/list-checksums.js";
import { renderAll } from "./workflows/changes/render-all.js";
import { erasePerson } from "./workflows/erasure/erase-person.js";
import { liftSuppression } from "./workflows/erasure/lift-suppression.js";
import { cleanUp } from "./workflows/nightly/clean-up.js";
import type { Retention } from "./workflows/nightly/retention.js";
import { createPublishedAccount } from "./workflows/publishing/publish-account.js";
import { rebuildFeed } from "./workflows/publishing/rebuild-feed.js";
import { renderOutdated } from "./workflows/publishing/render-outdated.js";
import { sealLists, sealResting } from "./workflows/publishing/seal-lists.js";

/** All use cases of the service, by subject. The first argument of most use cases is the account. */
export interface Domain {
  readonly access: AccessUseCases;
  readonly accounts: AccountUseCases;
  readonly audit: AuditUseCases;
  readonly bundle: BundleUseCases;
  readonly campaigns: CampaignUseCases;
  readonly catalog: CatalogUseCases;
  readonly changes: ChangeUseCases;
  readonly conversions: ConversionUseCases;
  readonly erasure: ErasureUseCases;
  readonly feed: FeedUseCases;
  readonly imports: ImportUseCases;
  readonly invitations: InvitationUseCases;
  readonly invites: InviteUseCases;
  readonly listings: ListingUseCases;
  readonly nightly: NightlyUseCases;
  readonly npsSurveys: NpsSurveyUseCases;
  readonly patientSurveys: PatientSurveyUseCases;
  readonly reviews: ReviewUseCases;
  readonly submissions: SubmissionUseCases;
  readonly surveys: SurveyUseCases;
  readonly users: UserUseCases;
  readonly widget: WidgetUseCases;
}

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
export function createDomain(hostPorts: Ports, options: DomainOptions = {}): Domain {
  checkPorts(hostPorts);
  const { ports, listen, poll } = announceCommits(hostPorts);
  const whole = { ...ports, rendered: renderAll(ports), cursorSigner: cursorSigners(ports) };
  const issuer = issuerOf(options);
  const catalog = listCatalog(whole);
  return {
    access: {
      authenticate: authenticate(ports),
      authenticateBearer: authenticateBearer(ports, issuer),
      authenticateHostUser: authenticateHostUser(ports),
      noteUse: noteUse(ports),
      exchangeToken: exchangeToken(ports, issuer),
      tokenEndpoint: () => tokenEndpoint(issuer),
      createToken: createToken(ports),
      listTokens: listTokens(ports),
      changeToken: changeToken(ports),
      registerClient: registerClient(ports),
      listClients: listClients(ports),
      changeClient: changeClient(ports),
    },
    accounts: {
      create: createPublishedAccount(whole),
      list: listAccounts(ports),
      byKey: accountByKey(ports),
      settings: accountSettings(ports),
      setDisabled: setAccountDisabled(ports),
    },
    audit: {
      read: readAudit(ports),
      append: appendAudit(ports),
      failures: readFailures(ports),
      addFailures: addFailures(ports),
    },
    bundle: { load: loadBundle(ports), finish: finishLoads(ports), discard: discardLoad(ports) },
    campaigns: { list: listCampaigns(ports), trackLink: trackLink(ports), summarize: summarizeCampaigns(ports) },
    catalog,
    feed: {
      rebuild: rebuildFeed(ports),
      seal: sealLists(ports),
      sealResting: sealResting(ports),
      renderOutdated: renderOutdated(ports),
    },
    changes: {
      ...listChanges(whole),
      checksums: listChecksums(whole),
      expireCursors: expireCursors(ports),
      listen,
      poll,
    },
    surveys: { list: catalog["surveys-list"], responses: listSurveyResponses(ports) },
    conversions: {
      listCalls: listCalls(ports),
      list: listConversions(ports),
      importCalls: importCalls(ports),
    },
    submissions: {
      ...uploadSubmissions(ports, options.maxSubmissions ?? maxSubmissions),
      purgeTests: purgeTestSubmissions(ports),
    },
    erasure: { erase: erasePerson(ports), lift: liftSuppression(ports) },
    nightly: { cleanUp: cleanUp(ports, options.tombstoneDays, options.retention) },
    listings: { listMetrics: listListingMetrics(whole) },
    reviews: { list: listReviews(ports) },
    npsSurveys: { list: listNpsSurveys(ports) },
    invites: { list: listInvites(ports), publishDue: publishDueInvites(ports) },
    imports: {
      run: importAppointments(ports, (account) => finishLoad(ports, account)),
      list: listImports(whole),
      errors: listImportErrors(whole),
      errorRows: importErrorRows(ports),
      withdrawals: withdrawalsOfRun(ports),
      attempts: listAttempts(ports),
      attempt: showAttempt(ports),
      suppressed: suppressedOfRun(ports),
    },
    users: {
      list: listUsers(ports),
      one: oneUser(ports),
      create: createUser(ports),
      update: updateUser(ports),
      remove: deleteUser(ports),
      image: userImage(ports),
      putImage: putUserImage(ports),
    },
    invitations: {
      list: listInvited(ports),
      again: inviteAgain(ports),
      mail: mailInvitation(ports, issuer.address),
      open: openInvitation(ports),
      setPassword: setPassword(ports),
    },
    patientSurveys: {
      parse: parsePatientFile(ports, options.oasExcludedCodes),
      list: listPatientFiles(whole),
      files: patientFiles(ports),
      warnings: listPatientWarnings(whole),
      warningRows: patientWarnings(ports),
    },
    widget: {
      set: setWidget(ports),
      show: showWidget(ports),
      averages: averageRating(ports, ["public"]),
      surveyAverage: averageRating(ports, ["surveys"]),
      combinedAverage: averageRating(ports, ["public", "surveys"]),
      reviews: listShownReviews(ports),
      embed: embedWidget(ports),
    },
  };
}
