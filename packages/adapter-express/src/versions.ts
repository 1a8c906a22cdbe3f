import type { Route, RouteTable } from "./route.js";
import { aggregates } from "./routes/aggregates.js";
import { campaigns } from "./routes/campaigns.js";
import { groups, locations, messages, platforms, surveysList } from "./routes/catalog.js";
import { changes, checksums } from "./routes/changes.js";
import { calls, conversions } from "./routes/conversions.js";
import { importsV1 } from "./routes/imports.js";
import { invitesV1 } from "./routes/invites.js";
import { listRoutes } from "./routes/list-routes.js";
import { listingMetrics } from "./routes/listing-metrics.js";
import { oauthRoutes } from "./routes/oauth.js";
import { npsSurveysV1, reviewsV1 } from "./routes/reviews.js";
import { submissionRoutes } from "./routes/submissions.js";
import { surveyResponsesV1 } from "./routes/survey-responses.js";
import { userRoutes } from "./routes/users.js";

const v2: readonly Route[] = [...Object.values(listRoutes), campaigns, changes, checksums, ...aggregates];

/** Lists in v1. New lists are added only to v2, because partners may depend on v1. */
const v1: readonly Route[] = [
  reviewsV1,
  npsSurveysV1,
  invitesV1,
  surveysList,
  surveyResponsesV1,
  calls,
  conversions,
  campaigns,
  importsV1,
  listingMetrics,
  locations,
  platforms,
  messages,
  groups,
];

/** All API versions with their routes. The endpoints to which partners write exist only under v1. */
export const versions: readonly RouteTable[] = [
  { prefix: "/v1", dataSync: "v1-data", routes: [...v1, ...submissionRoutes, ...userRoutes] },
  { prefix: "/v2", dataSync: "v2-data", routes: v2 },
];

/** Route tables of the token endpoint and all API versions. */
export const interfaceTables: readonly RouteTable[] = [
  { prefix: "", dataSync: "v2-data", routes: oauthRoutes },
  ...versions,
];
