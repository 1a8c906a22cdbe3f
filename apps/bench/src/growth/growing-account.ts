import { demoLines } from "@repute/demo";
import type { BundleSource } from "@repute/domain";
import { type Line, linesBundle, planOf } from "../data/account-bundle.js";
import { importingPractice } from "../data/appointment-table.js";

/** Number of reviews for each additional provider, campaign and user. The demo's catalog is small at every size. */
const rowsPerEntry = 10;
const firstEntry = 10_001;
/** Added to the ids of the practice in the import benchmark, because the demo's practice uses the same ids. */
const importingIds = 5_000;

/** Returns the `scct_parameter` of an added campaign. */
export const parameterOf = (index: number): string => `growth-${index}`;

/** Yields the bundle lines of an account in which all kinds of records grow with the number of reviews. */
export function* growingLines(rows: number): Generator<Line> {
  const plan = planOf(79, { reviews: rows, invites: Math.round(rows / 4), submissions: Math.round(rows / 4) });
  for (const line of demoLines(plan)) if (line["kind"] !== "import_connection") yield line;
  for (const line of importingPractice) {
    yield typeof line["id"] === "number" ? { ...line, id: line["id"] + importingIds } : line;
  }
  for (let index = 0; index < rows / rowsPerEntry; index += 1) yield* entries(index);
}

function* entries(index: number): Generator<Line> {
  const id = firstEntry + index;
  yield { kind: "provider", id, name: `Provider ${index}`, external_provider_ids: [`GROWTH-${index}`] };
  const campaign = { name: `Campaign ${index}`, channel: "Paid Search", scct_parameter: parameterOf(index) };
  yield { kind: "campaign", id, ...campaign, tracking_numbers: [] };
  const email = `user${index}@growth.example`;
  yield { kind: "user", id, name: `User ${index}`, email, role: "Office Staff" };
}

export const growingBundle = (rows: number): BundleSource => linesBundle(() => growingLines(rows));

/** Returns 1 % of the account's reviews, evenly spaced, with a changed comment. */
export function scatteredReviews(rows: number, comment: string): readonly Line[] {
  const found: Line[] = [];
  let reviews = 0;
  for (const line of growingLines(rows)) {
    if (line["kind"] === "review" && (reviews += 1) % 100 === 0) found.push({ ...line, comment });
  }
  return found;
}
