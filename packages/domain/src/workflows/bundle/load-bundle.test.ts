import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { Problem } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { bundleOf } from "../../testing/builders.js";
import { readList } from "../../testing/fresh-storage.js";
import { bundleKinds } from "./bundle-lines.js";
import type { LoadProgress } from "./load-bundle.js";
import { stepOf } from "./store-records.js";

describe("load bundle", () => {
  const clock = stillClock();
  const start = clock();
  let ports: Ports;
  let domain: Domain;
  let account: AccountId;
  beforeEach(async () => {
    clock.set(start);
    ports = memoryPorts({ clock });
    domain = createDomain(ports);
    account = (await domain.accounts.create({ key: "acme", name: "Acme" })).id;
  });

  const location = { kind: "location", id: 1, location_name: "Main", external_location_ids: ["L-1"] };
  const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
  const review = {
    kind: "review",
    id: 501,
    platform_id: 3,
    location_id: 1,
    rating: 5,
    create_time: "2026-03-01T17:05:00Z",
  };
  const load = (...lines: unknown[]) => domain.bundle.load(account, bundleOf(lines));
  const reviews = () => readList(ports.storage, account, "reviews");

  describe("loading a bundle", () => {
    it("accepts lines in any order", async () => {
      expect(await load(review, platform, location)).toEqual({
        stored: true,
        lines: 3,
        kinds: {
          review: { lines: 1, changed: 1 },
          platform: { lines: 1, changed: 1 },
          location: { lines: 1, changed: 1 },
        },
      });
      expect((await reviews()).items).toMatchObject([{ review_id: 501, location: "Main", platform: "Google" }]);
    });

    it("changes nothing the second time, including the watermark", async () => {
      await load({ kind: "account", currency: "EUR" }, location, platform, review);
      clock.set(start + 60_000);
      const again = await load({ kind: "account", currency: "EUR" }, location, platform, review);
      expect(Object.values(again.kinds).map((kind) => kind?.changed)).toEqual([0, 0, 0, 0]);
      expect((await reviews()).watermark).toBe(start);
    });

    it("replaces whole records and treats absent keys as unknown", async () => {
      await load(location, platform, review);
      clock.set(start + 60_000);
      await load({ kind: "review", id: 501, platform_id: 3, create_time: "2026-03-02T00:00:00Z" });
      const { items, watermark } = await reviews();
      expect(items).toMatchObject([{ create_time: "2026-03-02T00:00:00+00:00", location: null, location_id: null }]);
      expect(items[0]).not.toHaveProperty("rating");
      expect(watermark).toBe(start + 60_000);
    });

    it("stores invites before the records that refer to them, and shows an invite's values in its review", async () => {
      const invite = {
        kind: "invite",
        id: 7,
        type: "sms",
        sent_to: "801-555-0142",
        sent_at: "2026-03-01T16:00:00-07:00",
      };
      const nps = { ...review, kind: "nps_survey", nps_rating: 9, question_id: "Recommend?", invite_id: 7 };
      await load({ ...review, invite_id: 7 }, nps, invite, platform, location);
      const response = {
        invite_type: "sms",
        sent_to: "801-555-0142",
        sent_at: "2026-03-01T23:00:00+00:00",
        invite_name: null,
      };
      expect((await reviews()).items).toMatchObject([{ ...response, nps_rating: null }]);
      const surveys = async () => (await readList(ports.storage, account, "surveys")).items;
      expect(await surveys()).toMatchObject([{ ...response, nps_rating: 9, question_id: "Recommend?" }]);
      expect((await readList(ports.storage, account, "invites")).items).toMatchObject([
        {
          sent_at: "2026-03-01 23:00:00+00:00",
          location_id: null,
          clicked: [],
          extras: {},
          sent_by: "",
          status: "sent",
        },
      ]);

      await load({ ...invite, customer_name: "Bo Tran" });
      expect([(await reviews()).items[0], (await surveys())[0]]).toMatchObject([
        { invite_name: "Bo Tran" },
        { invite_name: "Bo Tran" },
      ]);
      expect((await load({ ...review, invite_id: 7 })).kinds.review).toEqual({ lines: 1, changed: 0 });
      await expect(load({ ...review, invite_id: 8 })).rejects.toThrow();
    });

    it("converts a location's state to its postal code, and treats other strings as unknown", async () => {
      const states = ["California", "co", "Ontario", ""].map((state, index) => ({ ...location, id: index + 1, state }));
      await load(...states);
      const { locations } = await ports.storage.read(account, ({ catalog }) => catalog.read(account, "locations"));
      expect(locations.map(({ state }) => state)).toEqual(["CA", "CO", null, null]);
      expect((await load(...states)).kinds.location?.changed).toBe(0);
    });

    it("merges channels that differ only in case or outer spaces, in the spelling of the table or the account", async () => {
      const campaign = (id: number, channel: string) => ({ kind: "campaign", id, name: `C${id}`, channel });
      const channels = async () => {
        const { campaigns } = await ports.storage.read(account, ({ catalog }) => catalog.read(account, "campaigns"));
        return campaigns.map(({ channel }) => channel);
      };
      const lines = [campaign(3, "BILLBOARDS"), campaign(2, " Billboards"), campaign(1, "paid search")];
      await load(...lines);
      expect(await channels()).toEqual(["Paid Search", "Billboards", "Billboards"]);
      expect((await load(...lines)).kinds.campaign?.changed).toBe(0);
      await load(campaign(4, "billboards"), campaign(1, "bILLBOARDS"));
      expect(await channels()).toEqual(["Billboards", "Billboards", "Billboards", "Billboards"]);
      await load(...[1, 2, 3, 4].map((id) => campaign(id, "billboards")));
      expect(await channels()).toEqual(["billboards", "billboards", "billboards", "billboards"]);
    });

    it("merges the account's settings and leaves absent keys unchanged", async () => {
      await load({ kind: "account", time_zone: "America/Denver", value_new_patient: "250.00" });
      await load({ kind: "account", currency: "EUR", match_window_days: 30, monitoring_only: true });
      expect(await ports.storage.read(account, ({ settings }) => settings.read(account))).toEqual({
        timeZone: "America/Denver",
        currency: "EUR",
        matchWindowDays: 30,
        valueNewPatient: 25_000,
        valueExistingPatient: 0,
        monitoringOnly: true,
        maxInvitesPerDay: 3,
        expectations: [],
      });
    });

    it("accepts references to records that the account already has", async () => {
      await load(location, platform);
      await expect(load(review)).resolves.toMatchObject({ stored: true });
    });

    it("accepts an empty bundle", async () => {
      expect(await load()).toEqual({ stored: true, lines: 0, kinds: {} });
    });

    it("stores nothing in a dry run", async () => {
      const report = await domain.bundle.load(account, bundleOf([location, platform, review]), { dryRun: true });
      expect(report).toMatchObject({ stored: false, lines: 3, kinds: { review: { lines: 1 } } });
      expect(await domain.catalog.locations(account)).toEqual([]);
      expect((await reviews()).items).toEqual([]);
    });

    it("reports its progress", async () => {
      const seen: LoadProgress[] = [];
      await domain.bundle.load(account, bundleOf([location, platform, review]), { onProgress: (at) => seen.push(at) });
      expect(seen).toEqual([
        { phase: "checking", lines: 2 },
        { phase: "checking", lines: 3 },
        { phase: "storing", lines: 3, of: 3 },
      ]);
    });
  });

  describe("an invalid bundle", () => {
    const problems = async (...lines: unknown[]): Promise<readonly Problem[]> => {
      const error = await load(...lines).then(
        () => undefined,
        (thrown: { code: string; problems: readonly Problem[] }) => thrown,
      );
      expect(error?.code).toBe("bundle_invalid");
      return error?.problems ?? [];
    };

    it("stores nothing, including its valid lines", async () => {
      await problems(location, platform, review, { kind: "review", id: 502 });
      expect(await domain.catalog.locations(account)).toEqual([]);
      expect((await reviews()).items).toEqual([]);
    });

    it("reports the line, kind and key of each problem", async () => {
      expect(
        await problems(location, {
          kind: "location",
          id: "2",
          location_name: "Oak",
          external_location_ids: "L-2",
          colour: "red",
        }),
      ).toEqual([
        { line: 2, kind: "location", key: "colour", message: "is not a known key" },
        { line: 2, kind: "location", key: "id", message: "expected a positive integer, found a string of 1 character" },
        {
          ...{ line: 2, kind: "location", key: "external_location_ids" },
          message: "expected an array of strings, found a string of 3 characters",
        },
      ]);
    });

    it("reports lines that are not objects or have no known kind", async () => {
      const kinds = [{}, { kind: "reviews" }, { kind: "toString" }, { kind: 7 }, { kind: "Ada Quill" }];
      expect(await problems([1], "text", null, ...kinds)).toMatchObject([
        { line: 1, message: "expected a JSON object, found an array of 1" },
        { line: 2, message: "expected a JSON object, found a string of 4 characters" },
        { line: 3, message: "expected a JSON object, found null" },
        { line: 4, key: "kind", message: expect.stringMatching(/^is missing; it must be one of account, location, /) },
        { line: 5, key: "kind", message: '"reviews" is not a known kind: did you mean review?' },
        {
          ...{ line: 6, key: "kind" },
          message: expect.stringMatching(
            /^a string of 8 characters is not a known kind: expected one of account, location, /,
          ),
        },
        { line: 7, key: "kind", message: expect.stringMatching(/^a number is not a known kind/) },
        { line: 8, key: "kind", message: expect.stringMatching(/^a string of 9 characters is not a known kind/) },
      ]);
    });

    it("reports unknown ids with all other problems, and accepts references to lines with other problems", async () => {
      const lines = [platform, { ...location, state: 7 }, { ...review, rating: 9, provider_id: 8 }];
      expect(await problems(...lines)).toMatchObject([
        { line: 2, key: "state", message: expect.stringContaining("found a number") },
        { line: 3, key: "rating" },
        { line: 3, key: "provider_id", message: "provider 8 exists neither in the account nor in this file" },
      ]);
    });

    it("reports campaigns that share a parameter or a number, in the file or with the account", async () => {
      const campaign = (id: number, more: object) => ({
        kind: "campaign",
        id,
        name: `C${id}`,
        channel: "Email",
        ...more,
      });
      await load(campaign(1, { scct_parameter: "a", tracking_numbers: ["+18015550100"] }), campaign(2, {}));
      const shared = [
        campaign(2, { tracking_numbers: ["801-555-0199", "(801) 555-0100"] }),
        campaign(3, { scct_parameter: "b" }),
        campaign(4, { scct_parameter: "b", tracking_numbers: ["8015550199", "+1 801 555 0199"] }),
      ];
      expect(await problems(...shared)).toEqual([
        { line: 1, kind: "campaign", key: "tracking_numbers", message: "is already used by campaign 1 in the account" },
        { line: 3, kind: "campaign", key: "scct_parameter", message: "is already used by campaign 3 on line 2" },
        { line: 3, kind: "campaign", key: "tracking_numbers", message: "is already used by campaign 2 on line 1" },
      ]);
      await load(campaign(1, {}), campaign(2, { scct_parameter: "a", tracking_numbers: ["+18015550100"] }));
    });

    it("warns about campaigns whose parameter no link can carry", async () => {
      const campaign = (id: number, scct_parameter: string) => ({
        ...{ kind: "campaign", id, name: `C${id}`, channel: "Email", scct_parameter },
      });
      const lines = ["google.cpc", "a:b/c@d~e", " spring ", "spring 2026", "frühling", "x".repeat(129), "{id}"];
      const { warnings, stored } = await load(...lines.map((parameter, index) => campaign(index + 1, parameter)));
      expect(stored).toBe(true);
      expect(warnings).toEqual(
        [4, 5, 6, 7].map((line) => ({
          ...{ line, kind: "campaign", key: "scct_parameter" },
          message: expect.stringContaining("1 to 128 letters") as unknown,
        })),
      );
      await expect(load(campaign(8, "google.cpc "))).rejects.toMatchObject({ problems: [{ key: "scct_parameter" }] });
    });

    it("reports an invalid NPI", async () => {
      const provider = { kind: "provider", id: 1, name: "Dr. Ada Quill", external_provider_ids: [] };
      expect(await problems({ ...provider, npi: "1234567898" }, { ...provider, id: 2, npi: "12345" })).toMatchObject([
        { key: "npi", message: expect.stringMatching(/, found ten digits with a wrong check digit$/) },
        { key: "npi", message: expect.stringMatching(/, found a string of 5 characters$/) },
      ]);
      await load({ ...provider, npi: " 1234567893 " });
      expect(await domain.catalog.providers(account)).toMatchObject([{ npi: "1234567893" }]);
    });

    it("reports unknown ids at the first line that refers to them", async () => {
      const second = { ...review, id: 502, location_id: 9 };
      expect(
        await problems(
          platform,
          second,
          { ...second, id: 503 },
          { kind: "group", id: 1, name: "G", provider_ids: [8], location_ids: [] },
        ),
      ).toEqual([
        {
          line: 2,
          kind: "review",
          key: "location_id",
          message: "location 9 exists neither in the account nor in this file",
        },
        {
          line: 4,
          kind: "group",
          key: "provider_ids",
          message: "provider 8 exists neither in the account nor in this file",
        },
      ]);
    });

    it("cannot refer to another account's records", async () => {
      const other = (await domain.accounts.create({ key: "other", name: "Other" })).id;
      await domain.bundle.load(other, bundleOf([location, platform]));
      expect(await problems(review)).toMatchObject([{ key: "platform_id" }, { key: "location_id" }]);
    });

    it("reports a duplicate id", async () => {
      expect(await problems(location, platform, { ...location, location_name: "Oak" })).toEqual([
        { line: 3, kind: "location", key: "id", message: "location 1 is a duplicate of line 1" },
      ]);
    });

    it("reports a survey whose platform is not a survey", async () => {
      const survey = { kind: "survey", id: 3, name: "Visit", questions: [] };
      const problem = [{ line: 1, kind: "survey", key: "id", message: "platform 3 is not a survey" }];
      expect(await problems(survey, platform)).toEqual(problem);
      await load(platform);
      expect(await problems(survey)).toEqual(problem);
      await expect(load(survey, { ...platform, is_survey: true })).resolves.toMatchObject({ stored: true });
    });

    it("reports the problems that the file reader found", async () => {
      const source = {
        read: async function* () {
          yield [{ line: 4, problem: "is not JSON" }];
        },
      };
      await expect(domain.bundle.load(account, source)).rejects.toMatchObject({
        problems: [{ line: 4, message: "is not JSON" }],
      });
    });

    it("reports the first 100 of many problems, by line", async () => {
      const reviews = Array.from({ length: 350 }, (_, index) => ({
        ...review,
        id: index + 1,
        location_id: 1_000 + index,
      }));
      const found = await problems(platform, ...reviews);
      expect(found.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, index) => index + 2));
      await expect(load(platform, ...reviews)).rejects.toThrow("the first 100 of 350 follow");
    });
  });
});

it("the numbers of load steps never change, because databases contain them", () => {
  const steps = bundleKinds.map((kind) => {
    const line = { line: 1, kind, values: {} };
    return [kind, stepOf(line), stepOf({ ...line, isDeletion: true })];
  });
  expect(steps.filter(([, ...numbers]) => numbers.some((one) => one !== undefined))).toEqual([
    ["widget", 30, 21],
    ["import_connection", 31, 20],
    ["stop", 32, 19],
    ["spend", 53, 17],
    ["invite", 33, 16],
    ["appointment", 34, 12],
    ["review", 50, 13],
    ["nps_survey", 51, 14],
    ["call", 55, 10],
    ["submission", 56, 11],
    ["listing_metric", 54, 18],
    ["survey_response", 52, 15],
    ["user", 1, 3],
  ]);
});
