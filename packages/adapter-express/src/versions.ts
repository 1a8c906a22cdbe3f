import type { Route, RouteTable } from "./route.js";
import { calls } from "./routes/calls.js";
import { conversions } from "./routes/conversions.js";
import { groups } from "./routes/groups.js";
import { listingMetrics } from "./routes/listing-metrics.js";
import { locations } from "./routes/locations.js";
import { messages } from "./routes/messages.js";
import { platforms } from "./routes/platforms.js";
import { providers } from "./routes/providers.js";
import { reviews, reviewsV1 } from "./routes/reviews.js";
import { surveysList } from "./routes/surveys-list.js";

const v2: readonly Route[] = [
  reviews,
  calls,
  conversions,
  surveysList,
  listingMetrics,
  locations,
  providers,
  platforms,
  messages,
  groups,
];

const onlyInV2: readonly Route[] = [providers];
const otherInV1: ReadonlyMap<Route, Route> = new Map([[reviews, reviewsV1]]);
const v1 = v2.filter((route) => !onlyInV2.includes(route)).map((route) => otherInV1.get(route) ?? route);

/** Every endpoint under every version. */
export const versions: readonly RouteTable[] = [
  { prefix: "/v1", dataSync: "v1-data", routes: v1 },
  { prefix: "/v2", dataSync: "v2-data", routes: v2 },
];
