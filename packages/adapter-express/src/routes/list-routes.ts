import { calls } from "./calls.js";
import { conversions } from "./conversions.js";
import { groups } from "./groups.js";
import { importAppointments, importInvites, imports } from "./imports.js";
import { invites } from "./invites.js";
import { listingMetrics } from "./listing-metrics.js";
import { locations } from "./locations.js";
import { messages } from "./messages.js";
import { patientFiles, patientFileWarnings } from "./patient-files.js";
import { platforms } from "./platforms.js";
import { providers } from "./providers.js";
import { npsSurveys, reviews } from "./reviews.js";
import { surveyResponses } from "./survey-responses.js";
import { surveysList } from "./surveys-list.js";

/** Routes that return the lists of the change feed, in the order of the API reference. */
export const listRoutes = {
  reviews,
  surveys: npsSurveys,
  invites,
  "surveys-list": surveysList,
  "survey-responses": surveyResponses,
  calls,
  conversions,
  "integration-imports": imports,
  "integration-imports/appointments": importAppointments,
  "integration-imports/invites": importInvites,
  "cahps-parsed-files": patientFiles,
  "cahps-parsed-files/warnings": patientFileWarnings,
  "insights/byMonth": listingMetrics,
  locations,
  providers,
  platforms,
  messages,
  groups,
};
