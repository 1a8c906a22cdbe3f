import { describe, expect, it } from "@jest/globals";
import {
  aCampaign,
  aGroup,
  aLocation,
  aMessage,
  aPlatform,
  aProvider,
  aSurvey,
  locationId,
  providerId,
} from "../../testing/builders.js";
import { nothing } from "../../testing/records.contract.js";
import { type Campaign, type Catalog, emptyCatalog } from "./catalog.js";
import { namesOf, nothingRenamed, renamedBetween } from "./names.js";

const group = (id: number, locations: number[], providers: number[] = []) =>
  aGroup({ id: id as never, locationIds: locations.map(locationId), providerIds: providers.map(providerId) });

const catalog: Catalog = {
  ...emptyCatalog,
  locations: [aLocation(), aLocation({ id: locationId(2) })],
  providers: [aProvider(), aProvider({ id: providerId(11) })],
  platforms: [aPlatform()],
  groups: [group(9, [1]), group(10, [1, 2], [10]), group(30, [], [10])],
};

describe("names", () => {
  it("return the distinct groups of a row's location and provider, in ascending order", () => {
    const { groups } = namesOf(catalog);
    expect(groups(locationId(1), providerId(10))).toEqual([9, 10, 30]);
    expect(groups(locationId(2), null)).toEqual([10]);
    expect(groups(null, providerId(10))).toEqual([10, 30]);
    expect(groups(locationId(2), providerId(11))).toEqual([10]);
    expect(groups(null, null)).toEqual([]);
  });

  it("use the survey's name for a platform that is a survey", () => {
    const { platform } = namesOf({ ...catalog, surveys: [aSurvey({ id: 4 as never, name: "How was it?" })] });
    expect([platform(3 as never), platform(4 as never), platform(5 as never), platform(null)]).toEqual([
      "Google",
      "How was it?",
      null,
      null,
    ]);
  });

  it("return null for missing references", () => {
    expect(namesOf(catalog).location(null)).toEqual({ name: null, externalIds: [], state: null, npi: null });
    expect(namesOf(emptyCatalog).provider(providerId(10)).name).toBeNull();
    expect(namesOf(emptyCatalog).campaign(7 as never)).toEqual({ name: null, channel: null, source: null });
  });
});

describe("renamedBetween", () => {
  const changes = (after: Partial<Catalog>) => renamedBetween(catalog, { ...catalog, ...after });
  const none = nothing;

  it("is empty for equal catalogs and for values that items do not show", () => {
    expect(nothingRenamed(renamedBetween(catalog, structuredCopy(catalog)))).toBe(true);
    expect(
      changes({ locations: [aLocation({ address: "elsewhere", silenced: true }), aLocation({ id: locationId(2) })] }),
    ).toEqual(none);
  });

  it("returns renamed locations, providers and platforms", () => {
    expect(changes({ locations: [aLocation({ name: "New" }), aLocation({ id: locationId(2) })] })).toEqual({
      ...none,
      locationIds: [1],
    });
    expect(changes({ providers: [aProvider({ externalIds: [] }), aProvider({ id: providerId(11) })] })).toEqual({
      ...none,
      providerIds: [10],
    });
    expect(changes({ platforms: [aPlatform({ name: "Maps" })] })).toEqual({ ...none, platformIds: [3] });
    expect(changes({ surveys: [aSurvey({ id: aPlatform().id, name: "Maps" })] })).toEqual({
      ...none,
      platformIds: [3],
    });
  });

  it("returns changes to a location's state, a provider's NPI, a message's name and a survey's questions", () => {
    expect(changes({ locations: [aLocation({ state: "CA" }), aLocation({ id: locationId(2) })] }).locationIds).toEqual([
      1,
    ]);
    expect(changes({ providers: [aProvider({ npi: null }), aProvider({ id: providerId(11) })] }).providerIds).toEqual([
      10,
    ]);
    const before = { ...catalog, messages: [aMessage()], surveys: [aSurvey()] };
    const after = { ...before, messages: [aMessage({ name: "New" })], surveys: [aSurvey({ questions: [] })] };
    expect(renamedBetween(before, after)).toEqual({ ...none, messageIds: [40], surveyIds: [4] });
  });

  it("returns campaigns with a new name, channel or source, but not campaigns with other tracking only", () => {
    const before = { ...catalog, campaigns: [aCampaign(), aCampaign({ id: 8 as never })] };
    const changes = (change: Partial<Campaign>) =>
      renamedBetween(before, { ...before, campaigns: [aCampaign(change), aCampaign({ id: 8 as never })] });
    for (const change of [{ name: "Autumn" }, { channel: "Email" }, { source: null }]) {
      expect(changes(change)).toEqual({ ...none, campaignIds: [7] });
    }
    expect(changes({ trackingNumbers: [], scctParameter: null })).toEqual(none);
  });

  it("returns added and removed members of a changed group, but not unchanged members", () => {
    expect(changes({ groups: [group(9, [1]), group(10, [1], [11]), group(30, [], [10])] })).toEqual({
      ...none,
      locationIds: [2],
      providerIds: [10, 11],
    });
  });

  it("ignores new records", () => {
    expect(changes({ locations: [...catalog.locations, aLocation({ id: locationId(3) })] })).toEqual(none);
  });
});

const structuredCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
