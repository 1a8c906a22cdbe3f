// cspell:disable: parts of words and abbreviations of scheduling systems
import { describe, expect, it } from "@jest/globals";
import { statusMeanings } from "./status-words.js";

const meaningOf = statusMeanings({});

describe("the meaning of a status word", () => {
  it.each([
    ["takes_place", ["", "  ", "Booked", "Overbook", "ARRIVED", "checked-in", "Checked Out", "Complete", "Fulfilled"]],
    ["takes_place", ["Confirmed by text", "In Exam Room", "Seen by nurse", "not cancelled", "B - Checked out", "Kept"]],
    ["cancelled", ["Cancelled by patient", "Canceled - Provider", "x Canceled", "CANCELLED LATE < 24H", "DC", "CXL"]],
    ["no_show", ["No Show - Charged", "NoShow", "no-show/charged", "Did not attend", "DNKA", "Broken", "Not arrived"]],
    ["no_show", ["didn't show", "No show - called to reschedule", "Missed appt", "Failed to attend"]],
    ["left", ["Left without being seen", "LWBS", "Left w/o being seen", "Eloped", "Walked out"]],
    ["rescheduled", ["Rescheduled by office", "Re-Schedule: moved", "Postponed", "bumped"]],
    ["deleted", ["Deleted", "entered-in-error", "Void"]],
    ["deceased", ["Deceased", "Patient died", "x Deceased"]],
    ["not_settled", ["proposed", "Pending", "waitlist", "Wait List", "Blocked", "tentative", "Unconfirmed", "On hold"]],
    ["unknown", ["X", "5", "Z9", "Wrong patient", "Completed - wrong patient", "x".repeat(201), "-", "Späne"]],
  ] as const)("is %s for %j", (meaning, words) => {
    expect(words.map((word) => [word, meaningOf(word)])).toEqual(words.map((word) => [word, meaning]));
  });

  it.each([
    ...["Re-scheduled", "UnConfirmed", "Un-Scheduled", "InComplete", "Confirmed: N", "Scheduled NS", "Booked (CX)"],
    ...["Office closed", "Not rescheduled", "DC | Booked", "Confirmed?", "Checked in = 0", "Provider out - scheduled"],
    ...["None seen", "not checked in", "un-cancelled", "arrived - cancelled", "Confirmed R/S"],
  ])("never is takes_place for the doubtful %j", (word) => {
    expect(meaningOf(word)).not.toBe("takes_place");
  });

  it("is unknown if the status becomes too long when it is normalized, unless the connection has a meaning", () => {
    const long = `Cancelled ${"\ufdfa".repeat(100)}`;
    expect(meaningOf(long)).toBe("unknown");
    expect(statusMeanings({ [long]: "cancelled" })(long.toUpperCase())).toBe("cancelled");
  });

  it("considers all parts of a status", () => {
    expect(meaningOf("Booked|Cancelled by patient")).toBe("cancelled");
    expect(meaningOf("B2 | Checked out")).toBe("takes_place");
    expect(meaningOf("Booked | needs-action")).toBe("not_settled");
    expect(meaningOf("Booked | Misfiled")).toBe("unknown");
    expect(meaningOf("A | B")).toBe("unknown");
  });
});

describe("the status words of a connection", () => {
  const own = statusMeanings({
    X: "cancelled",
    "Misc. Visit": "takes_place",
    Broken: "takes_place",
    "*": "not_settled",
  });

  it("have precedence over the known words, in any spelling", () => {
    expect(["x", "misc visit", "BROKEN", "*", "No show"].map(own)).toEqual([
      ...["cancelled", "takes_place", "takes_place", "not_settled", "no_show"],
    ]);
  });

  it("decide about parts of a status, unless another part speaks against the visit", () => {
    expect(["Misc Visit | 17", "Misc Visit | Cancelled", "Misc Visit | Odd"].map(own)).toEqual([
      ...["takes_place", "cancelled", "unknown"],
    ]);
  });
});
