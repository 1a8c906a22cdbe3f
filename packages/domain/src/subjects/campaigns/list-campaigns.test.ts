import { expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { memoryPorts } from "../../memory/index.js";
import { bundleOf } from "../../testing/index.js";

it("lists the campaigns of one account, sorted by id", async () => {
  const domain = createDomain(memoryPorts());
  const { id: acme } = await domain.accounts.create({ key: "acme", name: "Acme" });
  const { id: other } = await domain.accounts.create({ key: "other", name: "Other" });
  const campaign = { kind: "campaign", channel: "Radio" };
  await domain.bundle.load(
    acme,
    bundleOf([
      { ...campaign, id: 9, name: "Spring", source: "google" },
      { ...campaign, id: 7, name: "Summer" },
    ]),
  );
  const listed = await domain.campaigns.list(acme);
  expect(listed.map(({ id, name, source }) => [id, name, source])).toEqual([
    [7, "Summer", null],
    [9, "Spring", "google"],
  ]);
  expect(await domain.campaigns.list(other)).toEqual([]);
});
