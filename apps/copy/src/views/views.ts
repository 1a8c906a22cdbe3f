import { campaignPerformance } from "./campaign-performance.js";
import { locationScorecard } from "./location-scorecard.js";
import type { ViewDialect } from "./view-dialect.js";

/** SQL view in a copied database. Created only if the copy contains all lists that the view reads. */
export type View = {
  readonly name: string;
  readonly lists: readonly string[];
  query(dialect: ViewDialect): string;
};

const views: readonly View[] = [
  {
    name: "campaign_performance",
    lists: ["conversions", "appointments", "spends", "campaign-catalog", "account"],
    query: campaignPerformance,
  },
  {
    name: "location_scorecard",
    lists: [
      ...["locations", "platforms", "reviews", "surveys", "survey-responses", "invites", "appointments", "conversions"],
      "insights/byMonth",
    ],
    query: locationScorecard,
  },
];

/** Returns the views whose lists are all in the copy. */
export const viewsOf = (lists: readonly string[]): readonly View[] => {
  const made = new Set(lists);
  return views.filter((view) => view.lists.every((list) => made.has(list)));
};
