import type { Route, RouteTable } from "./route.js";
import { aggregates } from "./routes/aggregates.js";
import { calls } from "./routes/calls.js";
import { campaigns } from "./routes/campaigns.js";
import { changes, checksums } from "./routes/changes.js";
import { conversions } from "./routes/conversions.js";
import { groups } from "./routes/groups.js";
import { importAppointments, importInvites, imports, importsV1 } from "./routes/imports.js";
import { invites, invitesV1 } from "./routes/invites.js";
import { listingMetrics } from "./routes/listing-metrics.js";
import { locations } from "./routes/locations.js";
import { messages } from "./routes/messages.js";
import { oauthRoutes } from "./routes/oauth.js";
import { patientFileWarnings, patientFiles } from "./routes/patient-files.js";
import { platforms } from "./routes/platforms.js";
import { providers } from "./routes/providers.js";
import { npsSurveys, npsSurveysV1, reviews, reviewsV1 } from "./routes/reviews.js";
import { submissionRoutes } from "./routes/submissions.js";
import { surveyResponses, surveyResponsesV1 } from "./routes/survey-responses.js";
import { surveysList } from "./routes/surveys-list.js";
import { userRoutes } from "./routes/users.js";

const v2: readonly Route[] = [
  reviews,
  npsSurveys,
  invites,
  surveysList,
  surveyResponses,
  calls,
  conversions,
  campaigns,
  imports,
  importAppointments,
  importInvites,
  patientFiles,
  patientFileWarnings,
  listingMetrics,
  locations,
  providers,
  platforms,
  messages,
  groups,
  changes,
  checksums,
  ...aggregates,
];

const onlyInV2: readonly Route[] = [
  ...[providers, importAppointments, importInvites, patientFiles, patientFileWarnings, changes, checksums],
  ...aggregates,
];
const otherInV1: ReadonlyMap<Route, Route> = new Map([
  [reviews, reviewsV1],
  [npsSurveys, npsSurveysV1],
  [invites, invitesV1],
  [imports, importsV1],
  [surveyResponses, surveyResponsesV1],
]);
const v1 = v2.filter((route) => !onlyInV2.includes(route)).map((route) => otherInV1.get(route) ?? route);

/** All API versions with their routes. Partners' write endpoints are only under v1. */
export const versions: readonly RouteTable[] = [
  { prefix: "/v1", dataSync: "v1-data", routes: [...v1, ...submissionRoutes, ...userRoutes] },
  { prefix: "/v2", dataSync: "v2-data", routes: v2 },
];

/** Route tables of the token endpoint and all API versions. */
export const interfaceTables: readonly RouteTable[] = [
  { prefix: "", dataSync: "v2-data", routes: oauthRoutes },
  ...versions,
];
