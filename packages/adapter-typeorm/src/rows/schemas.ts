import type { EntitySchema } from "typeorm";
import { accountSchema } from "./account-row.js";
import { answerTable } from "./answer-row.js";
import { appointmentKeySchema } from "./appointment-key-row.js";
import { appointmentTable } from "./appointment-row.js";
import { callNameTable } from "./call-name-row.js";
import { assertionSchema } from "./assertion-row.js";
import { auditSchema } from "./audit-row.js";
import { clientSchema } from "./client-row.js";
import { campaignTable } from "./campaign-row.js";
import { conversionTables } from "./conversion-row.js";
import { credentialSchema } from "./credential-row.js";
import { groupTable } from "./group-row.js";
import { inviteTable } from "./invite-row.js";
import { jobSchema } from "./job-row.js";
import { listingMetricTable } from "./listing-metric-row.js";
import { listingTable } from "./listing-row.js";
import { locationTable } from "./location-row.js";
import { messageTable } from "./message-row.js";
import { platformTable } from "./platform-row.js";
import { providerTable } from "./provider-row.js";
import { npsSurveyTable, reviewTable } from "./review-row.js";
import { settingsTable } from "./settings-row.js";
import { submissionTable } from "./submission-row.js";
import { spendTable } from "./spend-row.js";
import { surveyResponseTable } from "./survey-response-row.js";
import { surveyTable } from "./survey-row.js";
import { watermarkSchema } from "./watermark-row.js";

const catalog = [
  locationTable,
  providerTable,
  listingTable,
  groupTable,
  platformTable,
  surveyTable,
  messageTable,
  campaignTable,
];
const tables = [
  settingsTable,
  ...catalog,
  inviteTable,
  reviewTable,
  npsSurveyTable,
  surveyResponseTable,
  conversionTables.call,
  appointmentTable,
  submissionTable,
  callNameTable,
  listingMetricTable,
  spendTable,
  answerTable,
];

/** Every schema of the database. The feed has none: its rows never become objects. */
export const schemas: readonly EntitySchema[] = [
  accountSchema,
  credentialSchema,
  clientSchema,
  jobSchema,
  assertionSchema,
  auditSchema,
  watermarkSchema,
  appointmentKeySchema,
  ...tables.map(({ schema }) => schema),
];
