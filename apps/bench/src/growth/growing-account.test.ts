import { describe, expect, it } from "@jest/globals";
import { createDomain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { bundleOf } from "../data/accounts.js";
import { growingLines, parameterOf, scatteredReviews } from "./growing-account.js";

const rows = 500;
const countOf = (kind: string) => [...growingLines(rows)].filter((line) => line["kind"] === kind).length;

describe("the growing account", () => {
  it("has one provider, campaign and user for every ten reviews", () => {
    expect(countOf("review")).toBe(rows);
    const campaigns = [...growingLines(rows)].filter(({ scct_parameter: parameter }) => parameter === parameterOf(49));
    expect(campaigns).toHaveLength(1);
    for (const kind of ["provider", "user"]) expect(countOf(kind)).toBeGreaterThanOrEqual(rows / 10);
  });

  it("loads without errors, and again with changes to 1 % of its reviews", async () => {
    const { accounts, bundle, reviews } = createDomain(memoryPorts());
    const { id } = await accounts.create({ key: "growing", name: "Growing" });
    await bundle.load(
      id,
      bundleOf(() => growingLines(rows)),
    );
    const changed = scatteredReviews(rows, "changed by the test");
    await bundle.load(id, bundleOf(changed));
    let json = "";
    for await (const batch of (await reviews.list(id, {})).read()) json += Buffer.from(batch.json).toString();
    expect(json.match(/changed by the test/g)).toHaveLength(rows / 100);
  });
});
