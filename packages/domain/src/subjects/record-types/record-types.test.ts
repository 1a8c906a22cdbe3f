import { expect, it } from "@jest/globals";
import { catalogKinds } from "../../foundation/catalog/catalog-lines.js";
import { loadedTypes, loadSteps, personalTypes, recordTypes, searchedTypes } from "./record-types.js";

const duplicates = <T>(all: readonly T[]): readonly T[] => all.filter((one, index) => all.indexOf(one) !== index);

it("every record type is listed once", () => {
  expect(duplicates(recordTypes.map(({ kind }) => kind))).toEqual([]);
});

it("every record type with bundle lines is documented once", () => {
  const withLines = recordTypes.filter(({ lines }) => lines).map(({ kind }) => kind);
  expect(loadedTypes.map(({ kind }) => kind as string).sort()).toEqual(withLines.sort());
});

it("every record type that mentions the catalog is searched once", () => {
  const mentioning = recordTypes.filter(({ mentions }) => mentions).map(({ kind }) => kind);
  expect(searchedTypes.map(({ kind }) => kind).sort()).toEqual(mentioning.sort());
});

it("every record type with records about people is erased once", () => {
  const ofPeople = recordTypes.filter(({ ofPerson }) => ofPerson).map(({ kind }) => kind);
  expect(personalTypes.map(({ kind }) => kind as string).sort()).toEqual(ofPeople.sort());
});

it("records are erased together with the owners to which they belong", () => {
  const personal = personalTypes.map(({ kind }) => kind as string);
  const owned = recordTypes.filter(({ belongsTo }) => belongsTo && personal.includes(belongsTo.kind));
  expect(owned.map(({ kind }) => kind).filter((kind) => !personal.includes(kind))).toEqual([]);
});

it("every step of a load has its own number, in order, and there are two for each record type with lines", () => {
  const numbers = loadSteps.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  for (const task of ["store", "remove"]) {
    const kinds = loadSteps.flatMap((step) => (step.task === task ? [step.type.kind] : []));
    expect(kinds.sort()).toEqual(loadedTypes.map(({ kind }) => kind).sort());
  }
});

it("all records that lines refer to can be looked up", () => {
  const referred = loadedTypes.flatMap(({ lines }) => Object.values(lines.shape).map(({ refersTo }) => refersTo));
  const known = [...Object.keys(catalogKinds), ...recordTypes.filter(({ among }) => among).map(({ kind }) => kind)];
  expect([...new Set(referred)].filter((kind) => kind !== undefined && !known.includes(kind))).toEqual([]);
});
