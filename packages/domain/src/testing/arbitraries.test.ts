import { expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { anyCharacter } from "./arbitraries.js";

it("anyCharacter generates single Unicode characters without surrogates, and recognizes each of them", () => {
  fc.assert(
    fc.property(
      fc.oneof(anyCharacter, fc.constantFrom(" ", "~", "\u0000", "\u007f", "\ud7ff", "\ue000", "\u{10ffff}")),
      (character) => {
        expect([...character]).toHaveLength(1);
        expect(character.isWellFormed()).toBe(true);
        expect(anyCharacter.canShrinkWithoutContext(character)).toBe(true);
      },
    ),
  );
  for (const other of ["", "ab", "\ud800", "\udfff", 7])
    expect(anyCharacter.canShrinkWithoutContext(other)).toBe(false);
});
