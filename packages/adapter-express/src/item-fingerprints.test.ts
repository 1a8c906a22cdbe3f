import { expect, it } from "@jest/globals";
import { itemFingerprints, publicLists } from "@repute/domain";
import { bundleOf } from "@repute/domain/testing";
import { practice } from "../test/practice.js";
import { publishedFingerprints } from "./openapi/item-fingerprints.js";
import { itemSchemas } from "./routes/changes.js";
import { listRoutes } from "./routes/list-routes.js";

it("item fingerprints match the published schemas (if not, run npm run docs)", () => {
  expect(itemFingerprints).toEqual(publishedFingerprints());
});

it("item fingerprints cover all fields of the lists that only the change feed has", async () => {
  const { domain, account } = await practice();
  const campaigns = [
    { kind: "campaign", id: 7, name: "Spring", channel: "Paid Search", source: "google", scct_parameter: "spring-1" },
    { kind: "spend", id: 1, campaign_id: 7, amount: "3.00", start_date: "2026-03-01", end_date: "2026-03-03" },
  ];
  await domain.bundle.load(account, bundleOf(campaigns));
  for (const list of publicLists.filter((list) => !(list in listRoutes))) {
    const [item = {}] = await itemsOf(list);
    expect({ list, fields: Object.keys(item).sort() }).toEqual({
      list,
      fields: Object.keys(itemSchemas[list]?.properties ?? {}).sort(),
    });
  }

  async function itemsOf(lists: string): Promise<readonly object[]> {
    const { read } = await domain.changes.list(account, { lists });
    const chunks: string[] = [];
    for await (const { json } of read("\n")) chunks.push(Buffer.from(json).toString());
    const lines = chunks.join("").split("\n").filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as { item: object }).item);
  }
});
