import { describe, expect, it } from "@jest/globals";
import { usableRow } from "./usable-row.js";

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
