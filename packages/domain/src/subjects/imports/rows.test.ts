import { describe, expect, it } from "@jest/globals";
import { type Instant, parseInstant, parseTimeZone, type TimeZone } from "../../foundation/kernel/times.js";
import type { DateOrder } from "../../foundation/kernel/written-times.js";
import { readTimes, usableRow } from "./rows.js";

describe("a row of an appointment file", () => {
  it("keeps its row number and its strings when a cell has control characters", () => {
    const row = { row: 7, fullName: "Ada\r\nQuill\u202e", patientId: "P-1\u0000", email: "\u200b" };
    expect(usableRow(row as never)).toEqual({ row: 7, fullName: "Ada Quill", patientId: "P-1" });
  });

  it("stays the same object when its strings are plain", () => {
    const row = { row: 7, fullName: "محمد علی‌پور" };
    expect(usableRow(row as never)).toBe(row);
  });
});

const denver = parseTimeZone("America/Denver") as TimeZone;
const uploadedAt = parseInstant("2026-11-24T18:00:00Z") as Instant;
const timesIn = (order: DateOrder, fileZone = denver) => readTimes(uploadedAt, denver, fileZone, order);

describe("readTimes", () => {
  it("reads ambiguous dates in the order of the connection", () => {
    const [monthFirst, dayFirst] = [timesIn("month_first"), timesIn("day_first")];
    expect(monthFirst.appointment("03/04/2026", "")).toEqual({ at: "2026-03-04", date: "2026-03-04" });
    expect(dayFirst.appointment("03/04/2026", "")).toEqual({ at: "2026-04-03", date: "2026-04-03" });
    expect(dayFirst.booking("03-04-2026")).toBe("2026-04-03");
    expect(dayFirst.birth("03/04/1980")).toBe("1980-04-03");
    expect(monthFirst.appointment("25/12/2026", "").date).toBe("2026-12-25");
  });

  it("reads a serial number with its own time, or with the time of another column", () => {
    const { appointment } = timesIn("month_first");
    expect(appointment("46346.375", "")).toEqual({ at: Date.parse("2026-11-20T16:00:00Z"), date: "2026-11-20" });
    expect(appointment("46346", "9:00 AM")).toEqual({ at: Date.parse("2026-11-20T16:00:00Z"), date: "2026-11-20" });
  });

  it("reads times without an offset in the zone of the file, and days in the zone of the account", () => {
    const { appointment } = timesIn("month_first", parseTimeZone("Asia/Tokyo") as TimeZone);
    const [at, date] = [Date.parse("2026-11-20T00:00:00Z"), "2026-11-19"];
    expect(appointment("2026-11-20 09:00", "")).toEqual({ at, date });
    expect(appointment("2026-11-20", "")).toEqual({ at: "2026-11-20", date: "2026-11-20" });
  });

  it("never reads a date of birth with a two-digit year as a future date", () => {
    const { birth } = timesIn("month_first");
    expect(birth("20-Dec-26")).toBe("1926-12-20");
    expect(birth("12/20/26")).toBe("1926-12-20");
    expect(birth("20-Dec-2026")).toBeNull();
  });
});
