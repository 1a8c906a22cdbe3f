import { catalogRoutes } from "./catalog.js";
import { calls, conversions } from "./conversions.js";
import { importAppointments, importInvites, imports } from "./imports.js";
import { invites } from "./invites.js";
import { listingMetrics } from "./listing-metrics.js";
import { patientFiles, patientFileWarnings } from "./patient-files.js";
import { npsSurveys, reviews } from "./reviews.js";
import { surveyResponses } from "./survey-responses.js";

/** The list of surveys comes before the list of their responses. */
const { "surveys-list": surveysList, ...otherCatalog } = catalogRoutes;

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
  ...otherCatalog,
};
