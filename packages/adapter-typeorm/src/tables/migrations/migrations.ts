// Generated from this folder by `npm run schema -w @repute/adapter-typeorm`.
import { FirstRelease1790000000000 } from "./1790000000000-first-release.js";
import { ImportSystems1795900000000 } from "./1795900000000-import-systems.js";
import { OwnSearchPath1796000000000 } from "./1796000000000-own-search-path.js";
import { SurveyVisits1796100000000 } from "./1796100000000-survey-visits.js";
import { BoundedRetention1796200000000 } from "./1796200000000-bounded-retention.js";
import { ImportJournal1796300000000 } from "./1796300000000-import-journal.js";
import { CallImports1796400000000 } from "./1796400000000-call-imports.js";
import { PartialAppointments1796500000000 } from "./1796500000000-partial-appointments.js";
import { UndoneImports1796600000000 } from "./1796600000000-undone-imports.js";
import { InvitesPerDay1796700000000 } from "./1796700000000-invites-per-day.js";
import { AnswerKeys1796800000000 } from "./1796800000000-answer-keys.js";
import { EmailSpellings1796900000000 } from "./1796900000000-email-spellings.js";
import { ClientScopes1797000000000 } from "./1797000000000-client-scopes.js";
import { TrackingParameters1797100000000 } from "./1797100000000-tracking-parameters.js";
import { LoadedKeys1797300000000 } from "./1797300000000-loaded-keys.js";
import { OutcomeSpans1797600000000 } from "./1797600000000-outcome-spans.js";
import { Uploads1797700000000 } from "./1797700000000-uploads.js";
import { SubmissionPosters1798100000000 } from "./1798100000000-submission-posters.js";
import { Trackers1798200000000 } from "./1798200000000-trackers.js";
import { MatchKeys1798300000000 } from "./1798300000000-match-keys.js";
import { Sources1798500000000 } from "./1798500000000-sources.js";
import { Expectations1798600000000 } from "./1798600000000-expectations.js";
import { FrozenAccounts1798720000000 } from "./1798720000000-frozen-accounts.js";
import { Webhooks1798800000000 } from "./1798800000000-webhooks.js";
import { ListCounts1798900000000 } from "./1798900000000-list-counts.js";
import { Subscriptions1799000000000 } from "./1799000000000-subscriptions.js";
import { FullWebhooks1799100000000 } from "./1799100000000-full-webhooks.js";

/** All migrations, oldest first. A released migration must not be changed. Later migrations can modify its tables. */
export const migrations = [
  FirstRelease1790000000000,
  ImportSystems1795900000000,
  OwnSearchPath1796000000000,
  SurveyVisits1796100000000,
  BoundedRetention1796200000000,
  ImportJournal1796300000000,
  CallImports1796400000000,
  PartialAppointments1796500000000,
  UndoneImports1796600000000,
  InvitesPerDay1796700000000,
  AnswerKeys1796800000000,
  EmailSpellings1796900000000,
  ClientScopes1797000000000,
  TrackingParameters1797100000000,
  LoadedKeys1797300000000,
  OutcomeSpans1797600000000,
  Uploads1797700000000,
  SubmissionPosters1798100000000,
  Trackers1798200000000,
  MatchKeys1798300000000,
  Sources1798500000000,
  Expectations1798600000000,
  FrozenAccounts1798720000000,
  Webhooks1798800000000,
  ListCounts1798900000000,
  Subscriptions1799000000000,
  FullWebhooks1799100000000,
] as const;

export const migrationNames: readonly string[] = migrations.map(({ name }) => name);
