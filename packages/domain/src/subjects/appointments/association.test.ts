import { describe, expect, it } from "@jest/globals";
import { aConversion, at } from "../../testing/builders.js";
import type { Conversion } from "../conversions/conversion.js";
import { byTouch, closingOf } from "./association.js";

const touch = (kind: Conversion["kind"], id: number, when: string) =>
  aConversion({ kind, id: id as never, at: at(when) });

describe("the order of conversions", () => {
  it("is by time, then calls before submissions, then by numeric id", () => {
    const inOrder = [
      touch("submission", 99, "2026-03-01"),
      touch("call", 9, "2026-03-02"),
      touch("call", 10, "2026-03-02"),
      touch("submission", 1, "2026-03-02"),
      touch("call", 1, "2026-03-03"),
    ];
    expect([...inOrder].reverse().sort(byTouch)).toEqual(inOrder);
    expect(closingOf([...inOrder].reverse())).toBe(inOrder[4]);
    expect(closingOf(inOrder)).toBe(inOrder[4]);
  });

  it("has no closing conversion if it is empty", () => {
    expect(closingOf([])).toBeUndefined();
  });
});
