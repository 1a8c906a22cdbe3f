import { Answers1780000016000 } from "./1780000016000-answers.js";
import { FirstTables1780000000000 } from "./1780000000000-first-tables.js";
import { Attribution1780000014000 } from "./1780000014000-attribution.js";
import { CampaignSummaries1780000015000 } from "./1780000015000-campaign-summaries.js";
import { Clients1780000010000 } from "./1780000010000-clients.js";
import { Conversions1780000005000 } from "./1780000005000-conversions.js";
import { InvitesAndNpsSurveys1780000003000 } from "./1780000003000-invites-and-nps-surveys.js";
import { FeedRoutes1780000013000 } from "./1780000013000-feed-routes.js";
import { CallNames1780000012000 } from "./1780000012000-call-names.js";
import { Jobs1780000018000 } from "./1780000018000-jobs.js";
import { SurveyResponses1780000004000 } from "./1780000004000-survey-responses.js";
import { SurveysAndMessages1780000001000 } from "./1780000001000-surveys-and-messages.js";
import { FeedFilters1780000002000 } from "./1780000002000-feed-filters.js";

/** Every migration, oldest first. One that was released is never changed. */
export const migrations = [
  FirstTables1780000000000,
  SurveysAndMessages1780000001000,
  FeedFilters1780000002000,
  InvitesAndNpsSurveys1780000003000,
  SurveyResponses1780000004000,
  Conversions1780000005000,
  Clients1780000010000,
  CallNames1780000012000,
  FeedRoutes1780000013000,
  Attribution1780000014000,
  CampaignSummaries1780000015000,
  Answers1780000016000,
  Jobs1780000018000,
] as const;

export const migrationNames: readonly string[] = migrations.map(({ name }) => name);
