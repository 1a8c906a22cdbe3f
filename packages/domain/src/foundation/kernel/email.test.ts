import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { anyCharacter } from "../../testing/any-character.js";
import { isPlaceholderEmail, isPlaceholderLocalPart, parseEmail } from "./email.js";

const placeholders = [
  "none",
  "na",
  "n/a",
  "noemail",
  "no-email",
  "declined",
  "refused",
  "unknown",
  "test",
  "noreply",
  "donotreply",
  "optout",
];

describe("parseEmail", () => {
  it.each([
    ["neal.king86@example.org", "neal.king86@example.org"],
    ["  Neal.King86@Example.ORG\t", "neal.king86@example.org"],
    ["o'brien@example.com", "o'brien@example.com"],
    ["eva@mail.clinic.example.com", "eva@mail.clinic.example.com"],
    ["eva_k@my-clinic.example", "eva_k@my-clinic.example"],
    ["mónica@exämple.com", "mónica@exämple.com"],
  ])("trims and lower-cases %j", (text, address) => {
    expect(parseEmail(text)).toBe(address);
  });

  it("keeps dots and plus tags", () => {
    expect(parseEmail("n.e.a.l+clinic@gmail.com")).toBe("n.e.a.l+clinic@gmail.com");
  });

  it.each([
    ["nothing", ""],
    ["only spaces", "  "],
    ["no @", "neal.example.com"],
    ["two @", "neal@king@example.com"],
    ["two addresses", "neal@example.com;eva@example.com"],
    ["no local part", "@example.com"],
    ["no domain", "neal@"],
    ["a domain without a dot", "neal@example"],
    ["a domain that starts with a dot", "neal@.example.com"],
    ["a domain that ends with a dot", "neal@example."],
    ["two dots in a row in the domain", "neal@example..com"],
    ["a space inside", "neal king@example.com"],
    ["a line break inside", "neal@example.com\nbcc:eva@example"],
    ["a control character", "ne\u0000al@example.com"],
    ["a display name", "Neal King <neal@example.com>"],
    ["angle brackets", "<neal@example.com>"],
    ["a scheme", "mailto:neal@example.com"],
    ["a comma instead of a dot", "neal@example,com"],
  ])("rejects %s", (_reason, text) => {
    expect(parseEmail(text)).toBeNull();
  });

  it.each(placeholders)("treats the local part %j as missing, also with trailing digits or punctuation", (word) => {
    for (const local of [word, word.toUpperCase(), `${word}1`, `${word}123`, `${word}.`, `${word}_-+`, `${word}.0-1`]) {
      expect([local, parseEmail(`${local}@example.com`)]).toEqual([local, null]);
    }
  });

  it.each(["testa", "test1a", "nathan", "na.smith", "nona", "1test", "unknown.caller", "no.reply", "optoutnow"])(
    "keeps the local part %j, which only starts or ends like a placeholder",
    (local) => {
      expect(parseEmail(`${local}@example.com`)).toBe(`${local}@example.com`);
    },
  );

  it("rejects addresses over 320 characters", () => {
    const domain = "@example.com";
    expect(parseEmail("a".repeat(320 - domain.length) + domain)).toHaveLength(320);
    expect(parseEmail("a".repeat(321 - domain.length) + domain)).toBeNull();
    expect(parseEmail(`a@${"a.".repeat(5_000_000)}`)).toBeNull();
  });

  it("leaves its own result unchanged and never throws", () => {
    const piece = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 5 });
    const shaped = fc.tuple(piece, piece, piece).map(([local, domain, top]) => `${local}@${domain}.${top}`);
    fc.assert(
      fc.property(fc.oneof(shaped, fc.emailAddress(), fc.string({ unit: anyCharacter })), (text) => {
        const address = parseEmail(text);
        expect(address === null ? null : parseEmail(address)).toBe(address);
      }),
    );
  });
});

describe("isPlaceholderEmail", () => {
  it("distinguishes placeholders from malformed and usable addresses", () => {
    expect(isPlaceholderEmail(" NoEmail1@example.com ")).toBe(true);
    expect(isPlaceholderEmail("none")).toBe(false);
    expect(isPlaceholderEmail("none@example")).toBe(false);
    expect(isPlaceholderEmail("neal@example.com")).toBe(false);
  });
});

describe("isPlaceholderLocalPart", () => {
  it("checks only the local part and ignores case", () => {
    expect(isPlaceholderLocalPart("N/A")).toBe(true);
    expect(isPlaceholderLocalPart("neal")).toBe(false);
    expect(isPlaceholderLocalPart("")).toBe(false);
  });
});
