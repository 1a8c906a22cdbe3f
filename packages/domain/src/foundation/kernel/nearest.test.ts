import { expect, it } from "@jest/globals";
import { nearestOf } from "./nearest.js";

const keys = ["id", "name", "location_name", "location_id", "external_location_ids", "rating", "create_time"];

it.each([
  ["nmae", "name"],
  ["Name", "name"],
  ["locationName", "location_name"],
  ["location-id", "location_id"],
  ["external_location_id", "external_location_ids"],
  ["ratings", "rating"],
  ["created_time", "create_time"],
  ["ID", "id"],
])("nearestOf resolves %s to %s", (written, meant) => {
  expect(nearestOf(written, keys)).toBe(meant);
});

it.each(["", "x", "patient", "ada quill", "nave_id", "é".repeat(61), "n".repeat(100_000)])(
  "nearestOf suggests nothing for %j",
  (written) => {
    expect(nearestOf(written, keys)).toBeUndefined();
  },
);
