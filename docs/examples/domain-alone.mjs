// This example uses the domain without a server and without a database. Run it with: node domain-alone.mjs
import { createBundle, createDomain, readItems } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";

const lines = [
  { kind: "location", id: 1, location_name: "Main Street", external_location_ids: ["L-1"] },
  { kind: "platform", id: 3, name: "Google", is_survey: false },
  {
    kind: "review",
    id: 501,
    platform_id: 3,
    location_id: 1,
    rating: 5,
    comment: "Kind and quick",
    create_time: "2026-03-01T17:05:00Z",
  },
  {
    kind: "review",
    id: 502,
    platform_id: 3,
    location_id: 1,
    rating: 2,
    comment: "Long wait",
    create_time: "2026-03-03T09:00:00Z",
  },
];

export async function main(print = console.log) {
  const domain = createDomain(memoryPorts());
  const { id } = await domain.accounts.create({ key: "acme", name: "Acme Dental", timeZone: "America/Denver" });

  const report = await domain.bundle.load(id, createBundle(lines));
  print(`${report.lines} lines loaded, ${report.kinds.review.changed} new reviews`);

  for await (const { rating, location, comment } of readItems(await domain.reviews.list(id, {}))) {
    print(`${rating} stars at ${location}: ${comment}`);
  }
  let good = 0;
  for await (const _ of readItems(await domain.reviews.list(id, { rating: "4,5", date: "2026-03-01" }))) good += 1;
  print(`${good} good one on the first of March`);
}

if (import.meta.filename === process.argv[1]) main();
