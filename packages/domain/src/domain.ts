import { issuerOf, type IssuerOptions, tokenEndpoint } from "./foundation/access/access-ports.js";
import { authenticate, authenticateBearer, authenticateHostUser, noteUse } from "./foundation/access/authenticate.js";
import {
  changeClient,
  changeToken,
  createToken,
  listClients,
  listTokens,
  registerClient,
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
import type { Ports, Storage } from "./ports.js";
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
import { listNpsSurveys, listReviews } from "./subjects/reviews/review-item.js";
import { maxSubmissions, purgeTestSubmissions, uploadSubmissions } from "./subjects/submissions/submissions.js";
import { listSurveyResponses } from "./subjects/surveys/survey-response-item.js";
import { openInvitation, setPassword } from "./subjects/users/accept-invitation.js";
import { inviteAgain, listInvited } from "./subjects/users/invitation.js";
import { mailInvitation } from "./subjects/users/mail-invitation.js";
import { putUserImage, userImage } from "./subjects/users/user-image.js";
import { createUser, deleteUser, listUsers, oneUser, updateUser } from "./subjects/users/users.js";
import { averageRating, listShownReviews } from "./subjects/widget/aggregates.js";
import { setWidget, showWidget } from "./subjects/widget/configure-widget.js";
import { embedWidget } from "./subjects/widget/embed-widget.js";
import type {
  AccessUseCases,
  AccountUseCases,
  AuditUseCases,
  BundleUseCases,
  CampaignUseCases,
  CatalogUseCases,
  ChangeUseCases,
  ConversionUseCases,
  ErasureUseCases,
  FeedUseCases,
  ImportUseCases,
  InvitationUseCases,
  InviteUseCases,
  ListingUseCases,
  NightlyUseCases,
  NpsSurveyUseCases,
  PatientSurveyUseCases,
  ReviewUseCases,
  SubmissionUseCases,
  SurveyUseCases,
  UserUseCases,
  WidgetUseCases,
} from "./use-cases.js";
import { loadBundle } from "./workflows/bundle/load-bundle.js";
import { discardLoad, finishLoad, finishWork } from "./workflows/bundle/staged-load.js";
import { cursorSigners, expireCursors } from "./workflows/changes/change-cursor.js";
import { listChanges, listChecksums } from "./workflows/changes/list-changes.js";
import { erasePerson, liftSuppression, lookUpPerson } from "./workflows/erasure/erase-person.js";
import { cleanUp, type Retention } from "./workflows/nightly/clean-up.js";
import { rebuildFeed, renderAll, renderOutdated, sealLists, sealResting } from "./workflows/publishing/render-lists.js";
import { createPublishedAccount } from "./workflows/publishing/save-catalog.js";

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
    bundle: { load: loadBundle(ports), finish: finishWork(ports), discard: discardLoad(ports) },
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
      epoch: async (account) => (await whole.cursorSigner(account)).epoch,
      expireCursors: expireCursors(ports),
      listen,
      poll,
    },
    surveys: { list: catalog["surveys-list"], responses: listSurveyResponses(ports) },
    conversions: {
      listCalls: listCalls(ports),
      list: listConversions(ports),
      importCalls: importCalls(ports),
      callImports: listCallImports(ports),
      undoCalls: undoCallImport(ports),
    },
    submissions: {
      ...uploadSubmissions(ports, options.maxSubmissions ?? maxSubmissions),
      purgeTests: purgeTestSubmissions(ports),
    },
    erasure: { erase: erasePerson(ports), lookUp: lookUpPerson(ports), lift: liftSuppression(ports) },
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
      plans: storedPlans(ports),
      attempts: listAttempts(ports),
      attempt: showAttempt(ports),
      suppressed: suppressedOfRun(ports),
      undo: undoImport(ports),
      explain: explainFile(ports),
      unknownStatuses: unknownStatuses(ports),
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
      undo: undoPatientFile(ports),
      list: listPatientFiles(whole),
      files: patientFiles(ports),
      warnings: listPatientWarnings(whole),
      warningRows: patientWarnings(ports),
      sample: sampleOfFile(ports),
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

type Member = "function" | "object" | "string";

/**
 * Expected type of a port: a function, or an object with the type of each member.
 * The compiler reports an error if the table of ports omits a port or a member.
 */
type Outline<Port> = Port extends (...args: never) => unknown ? "function" : { readonly [Name in keyof Port]: Member };

const outlines: { readonly [Name in keyof Ports]-?: Outline<NonNullable<Ports[Name]>> } = {
  storage: {
    transact: "function",
    read: "function",
    feed: "object",
    sealer: "object",
    accounts: "object",
    credentials: "object",
    clients: "object",
    assertions: "object",
    audit: "object",
    jobs: "object",
    widgets: "object",
    invitations: "object",
    invites: "object",
  },
  clock: "function",
  operator: "function",
  process: { name: "string", repeat: "function" },
  secrets: { randomBytes: "function", sha256: "function", hmacSha256: "function" },
  partnerKeys: { checkUrl: "function", verify: "function" },
  accessTokens: { sign: "function", verify: "function" },
  inviteSender: { schedule: "function" },
  imageEncoder: "function",
  imageStore: { save: "function", of: "function", remove: "function" },
  invitationMailer: { send: "function" },
  passwordHasher: "function",
  commonPasswords: "function",
  passwordKeeper: { keep: "function", forget: "function" },
};

/**
 * Throws a `TypeError` at startup if a port or one of its methods is missing.
 * Without this check, a host application in plain JavaScript would fail only on the first request.
 * For example, spreading a class instance into an object does not copy its methods.
 */
function checkPorts(ports: unknown): void {
  const members = membersOf(ports);
  const faults = Object.entries(outlines).flatMap(([name, outline]) => faultsOf(name, members[name], outline));
  if (faults.length > 0) throw new TypeError(`createDomain: ${faults.join("; ")}`);
}

function faultsOf(name: string, port: unknown, outline: "function" | Readonly<Record<string, Member>>): string[] {
  if (port === undefined || port === null) return optional.has(name) ? [] : [`ports.${name} is missing`];
  if (outline === "function") return typeof port === "function" ? [] : [`ports.${name} must be a function`];
  const members = membersOf(port);
  const lacking = Object.keys(outline).filter((member) => !is(members[member], outline[member]));
  return lacking.length > 0 ? [`ports.${name} lacks ${lacking.join(", ")}`] : [];
}

const is = (value: unknown, kind: Member | undefined): boolean => value !== null && typeof value === kind;

const optional: ReadonlySet<string> = new Set<keyof Ports>([
  "operator",
  "process",
  "inviteSender",
  "imageEncoder",
  "imageStore",
  "invitationMailer",
  "passwordHasher",
  "commonPasswords",
  "passwordKeeper",
]);

const membersOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>;

/** Wraps the storage so that it calls the listeners of an account after each commit that changes the account. */
function announceCommits(ports: Ports) {
  const { storage: inside } = ports;
  const listeners = new Map<AccountId, Set<() => void>>();
  const announce = (account: AccountId) => listeners.get(account)?.forEach((listener) => listener());
  const { feed, sealer, accounts, credentials, clients, assertions, audit, jobs, widgets, invitations, invites } =
    inside;
  const storage: Storage = {
    ...{ feed, sealer, accounts, credentials, clients, assertions, audit, jobs, widgets, invitations, invites },
    ...(inside.scrub && { scrub: async () => (await inside.scrub?.()) ?? true }),
    read: (account, work) => inside.read(account, work),
    async transact(account, work) {
      const result = await inside.transact(account, work);
      announce(account);
      return result;
    },
  };
  return {
    ports: { ...ports, storage },
    /**
     * Registers a listener that is called after each commit on an account by this process. `poll` calls it after
     * commits by other processes.
     * Returns a function that removes the listener.
     */
    listen(account: AccountId, listener: () => void): () => void {
      const own = listeners.get(account) ?? new Set<() => void>();
      listeners.set(account, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(account);
      };
    },
    poll: commitPoll(feed, announce),
  };
}

/**
 * Returns a function that announces every account whose feed revision differs from the previous call. The first call
 * announces every account.
 */
function commitPoll(feed: Storage["feed"], announce: (account: AccountId) => void) {
  let lastCommit: number | undefined;
  const known = new Map<AccountId, number>();
  return async (): Promise<void> => {
    const commit = await feed.commitNumber();
    if (commit === lastCommit) return;
    for (const { account, revision } of await feed.revisions()) {
      if (known.get(account) === revision) continue;
      known.set(account, revision);
      announce(account);
    }
    lastCommit = commit;
  };
}
