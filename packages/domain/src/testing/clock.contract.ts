import type { Clock } from "../foundation/kernel/instant.js";
import { describe, expect, it } from "./runner.js";

/** Tests that every implementation of `Clock` must pass. Call this function once per adapter. */
export function clockContract(name: string, fresh: () => Clock): void {
  describe(`the clock of ${name}`, () => {
    it("returns the milliseconds since 1970", () => {
      const at = fresh()();
      expect(Number.isSafeInteger(at)).toBe(true);
      expect(at).toBeGreaterThan(Date.UTC(2020, 0, 1));
      expect(at).toBeLessThan(Date.UTC(2200, 0, 1));
    });

    it("never goes back between two calls", () => {
      const clock = fresh();
      const times = Array.from({ length: 100 }, clock);
      expect([...times].sort((a, b) => a - b)).toEqual(times);
    });
  });
}
