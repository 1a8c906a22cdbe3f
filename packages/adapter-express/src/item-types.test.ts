import { expect, it } from "@jest/globals";
import type {
  ItemsByList,
  ListedImportRun,
  ListedPatientWarning,
  PublicList,
  SurveyResponseMembers,
} from "@repute/domain";
import type { accountItem, appointmentItem, campaignCatalogItem, spendItem } from "./routes/feed-items.js";
import type { listRoutes } from "./routes/list-routes.js";
import type { ItemIn, Wire } from "./schema.js";

type Routes = typeof listRoutes;

/** Types that the schemas of the API give the items of each list. */
type Described = { readonly [List in keyof Routes]: ItemIn<Wire<Routes[List]["reply"]>> } & {
  readonly "campaign-catalog": Wire<typeof campaignCatalogItem>;
  readonly spends: Wire<typeof spendItem>;
  readonly appointments: Wire<typeof appointmentItem>;
  readonly account: Wire<typeof accountItem>;
};

/** Merges intersections of object types, so that only the members count. */
type Flat<T> = T extends string | number | boolean | null
  ? T
  : T extends readonly (infer Element)[]
    ? readonly Flat<Element>[]
    : { readonly [Name in keyof T]: Flat<T[Name]> };

/** True if two types have the same members, with the same types and the same optional members. */
type Same<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false;

/**
 * Item types of the domain. Survey responses have no answers here, because the names of the answers depend on the survey.
 * For two members, the types of the domain are more precise than the schemas. The types of the schemas replace them.
 */
type Items = Omit<ItemsByList, "survey-responses" | "integration-imports" | "cahps-parsed-files/warnings"> & {
  readonly "cahps-parsed-files/warnings": Omit<ListedPatientWarning, "notes"> &
    Pick<Described["cahps-parsed-files/warnings"], "notes">;
  readonly "survey-responses": SurveyResponseMembers & Required<Pick<SurveyResponseMembers, "questions">>;
  readonly "integration-imports": Omit<ListedImportRun, "errors"> & Pick<Described["integration-imports"], "errors">;
};

it("gives the items of every list the type that the schema of the list describes", () => {
  const agrees: { readonly [List in PublicList]: Same<Items[List], Described[List]> } = {
    reviews: true,
    surveys: true,
    "survey-responses": true,
    invites: true,
    calls: true,
    conversions: true,
    locations: true,
    providers: true,
    platforms: true,
    messages: true,
    groups: true,
    "surveys-list": true,
    "insights/byMonth": true,
    "integration-imports": true,
    "integration-imports/appointments": true,
    "integration-imports/invites": true,
    "cahps-parsed-files": true,
    "cahps-parsed-files/warnings": true,
    "campaign-catalog": true,
    spends: true,
    appointments: true,
    account: true,
  };
  expect(Object.values(agrees)).not.toContain(false);
});
