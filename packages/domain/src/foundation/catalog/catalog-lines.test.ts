import { expect, it } from "@jest/globals";
import { catalogKinds } from "./catalog-lines.js";
import { catalogParts } from "./catalog.js";

it("every part of the catalog has a bundle line in catalogKinds", () => {
  expect(Object.values(catalogKinds).map(({ part }) => part)).toEqual(catalogParts);
});
