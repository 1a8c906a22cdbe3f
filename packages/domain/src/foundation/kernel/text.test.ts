import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { anyCharacter } from "../../testing/arbitraries.js";
import { label, shortText, text } from "./line-fields.js";
import { isPlainText, meantKey, nearestOf, plainCell } from "./text.js";

const unfit: readonly (readonly [string, string])[] = [
  ["a line feed", "a\nb"],
  ["a carriage return", "a\rb"],
  ["a tab", "a\tb"],
  ["a terminal escape", "a\u001b[31m"],
  ["a C1 control character", "a\u009bb"],
  ["a line separator", "a\u2028b"],
  ["a paragraph separator", "a\u2029b"],
  ["a bidirectional override", "a\u202eb"],
  ["a bidirectional isolate", "a\u2066b"],
  ["a zero-width space", "a\u200bb"],
  ["a soft hyphen", "a\u00adb"],
  ["a byte order mark", "\ufeffa"],
  ["a tag character", "a\u{e0041}"],
  ["a private use character", "a\ue000"],
  ["a noncharacter", "a\uffff"],
  ["a lone surrogate", "a\ud800b"],
];

const plain = ["", "Ada Quill", "Zoë", "محمد علی‌پور", "क्‍ष", "👨‍👩‍👧", "李 小龙"];

describe("one-line strings", () => {
  it.each(unfit)("reject %s", (_, value) => {
    expect([label.read(value), shortText.read(value), isPlainText(value)]).toEqual([undefined, undefined, false]);
  });

  it.each(plain)("accept %j", (value) => {
    expect([shortText.read(value), plainCell(value)]).toEqual([value, value]);
  });

  it("cannot have line breaks and tabs, which long strings allow", () => {
    expect(text.read("a\r\n\tb")).toBe("a\r\n\tb");
  });
});

describe("cells of files", () => {
  it("lose only the characters that one-line strings reject", () => {
    expect(plainCell("9 Elm St\r\n\tProvo\u202e")).toBe("9 Elm St Provo");
    expect(plainCell("An\u00adna\u200b\ud800")).toBe("Anna\ufffd");
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (value) => {
        expect(isPlainText(plainCell(value))).toBe(true);
        if (isPlainText(value)) expect(plainCell(value)).toBe(value);
      }),
    );
  });
});

describe("the nearest word", () => {
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
});

describe("meantKey", () => {
  const keys = ["submission_date", "scheduled_appointment_date", "phone_number", "patient_name", "patient_id", "email"];

  it.each([
    ["phone", "phone_number"],
    ["Name", "patient_name"],
    ["phoneNumber", "phone_number"],
    ["emial", "email"],
    ["date", undefined],
    ["hone", undefined],
    ["", undefined],
    ["phone".repeat(20), undefined],
  ])("finds for %j the key %j", (written, meant) => {
    expect(meantKey(written, keys)).toBe(meant);
  });
});
