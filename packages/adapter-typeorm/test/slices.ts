import type { FeedFilter, FeedOrder, FeedSlice } from "@repute/domain";
import { at } from "@repute/domain/testing";

const some = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const field = (name: string, count: number) => ({ name, values: some(count).map(String) });

const filters: readonly FeedFilter[] = [
  {},
  { providerIds: [7] },
  { providerIds: some(8), locationIds: some(20) },
  { providerIds: some(9), members: { locationIds: [1], providerIds: [2] } },
  { fields: [field("ward", 1)] },
  { fields: [field("ward", 9), field("floor", 3)], providerIds: [7] },
  { fields: [field("ward", 9)] },
];

const orders: readonly FeedOrder[] = ["newest", "oldest", "modified"];
const rest: readonly FeedSlice[] = [
  {},
  { window: { from: at("2026-01-01"), to: at("2026-02-01") }, ratings: [4, 5], modifiedSince: at("2026-03-01") },
];

/** List requests that cover every way of reading a list. */
export const kindsOfSlices: readonly FeedSlice[] = filters.flatMap((filter) =>
  orders.flatMap((order) => rest.map((slice) => ({ ...slice, filter, order }))),
);
