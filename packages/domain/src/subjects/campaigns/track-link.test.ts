import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/index.js";
import { bundleOf } from "../../testing/index.js";

const page = "https://practice.example/book?a=1#top";

describe("a link for a campaign", () => {
  const domain = createDomain(memoryPorts());
  let account: AccountId;
  let keys = 0;
  beforeEach(async () => {
    ({ id: account } = await domain.accounts.create({ key: `acme-${(keys += 1)}`, name: "Acme" }));
    const campaign = { kind: "campaign", channel: "Paid Search" };
    await domain.bundle.load(
      account,
      bundleOf([
        { ...campaign, id: 7, name: "Spring", scct_parameter: "spring-1" },
        { ...campaign, id: 8, name: "2026", scct_parameter: "year" },
        { ...campaign, id: 9, name: "7", scct_parameter: "seven" },
        { ...campaign, id: 10, name: "Radio" },
        { ...campaign, id: 11, name: "Twin", scct_parameter: "twin-1" },
        { ...campaign, id: 12, name: "twin", scct_parameter: "twin-2" },
        { ...campaign, id: 13, name: "Spaced", scct_parameter: "not one" },
      ]),
    );
  });

  it.each([
    ["7", "spring-1"],
    ["Spring", "spring-1"],
    [" sPRING ", "spring-1"],
    ["2026", "year"],
    ["12", "twin-2"],
  ])("given as %s contains %s", async (campaign, parameter) => {
    const { url } = await domain.campaigns.trackLink(account, campaign, page);
    expect(url).toBe(`https://practice.example/book?a=1&scct=${parameter}#top`);
  });

  it.each([
    ["Autumn", "not_found", "campaign_not_found"],
    ["", "not_found", "campaign_not_found"],
    ["Radio", "invalid", "campaign_not_tracked"],
    ["Twin", "invalid", "campaign_ambiguous"],
    ["Spaced", "invalid", "invalid_scct_parameter"],
  ])("given as %j fails with %s: %s", async (campaign, kind, code) => {
    await expect(domain.campaigns.trackLink(account, campaign, page)).rejects.toMatchObject({ kind, code });
  });

  it("fails for an unknown campaign with the campaigns of the account, up to ten", async () => {
    const named = "Spring (7), 2026 (8), 7 (9), Radio (10), Twin (11), twin (12), Spaced (13)";
    const message = `no campaign has the id or name "Autumn"; the account has these campaigns: ${named}`;
    await expect(domain.campaigns.trackLink(account, "Autumn", page)).rejects.toMatchObject({ message });
    const other = (await domain.accounts.create({ key: `none-${keys}`, name: "Other" })).id;
    await expect(domain.campaigns.trackLink(other, "7", page)).rejects.toMatchObject({
      message: 'no campaign has the id or name "7"; the account has no campaigns',
    });
    const dozen = Array.from({ length: 12 }, (_, id) => ({
      kind: "campaign",
      channel: "Radio",
      id: id + 1,
      name: "A",
    }));
    await domain.bundle.load(other, bundleOf(dozen));
    await expect(domain.campaigns.trackLink(other, "B", page)).rejects.toMatchObject({
      message: expect.stringMatching(/: A \(1\), .*, A \(10\) and 2 more$/),
    });
  });

  it("is not created for another account's campaign", async () => {
    const other = await domain.accounts.create({ key: `other-${keys}`, name: "Other" });
    await expect(domain.campaigns.trackLink(other.id, "7", page)).rejects.toMatchObject({ kind: "not_found" });
  });
});
