import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { anyCharacter } from "../../testing/arbitraries.js";
import { isPlaceholderEmail, parseEmail, parsePhone } from "./contact-details.js";

describe("parsePhone", () => {
  it.each([
    ["8015550142", "+18015550142"],
    ["(801) 555-0142", "+18015550142"],
    ["805.555.0166", "+18055550166"],
    ["801–555–0142", "+18015550142"],
    ["1-951-555-0177", "+19515550177"],
    ["18015550142", "+18015550142"],
    ["+1 628 555 0115", "+16285550115"],
    ["  +18015550142\u00a0", "+18015550142"],
    ["８０１－５５５－０１４２", "+18015550142"],
    ["tel:+1-801-555-0142", "+18015550142"],
    ["tel:8015550142", "+18015550142"],
    ["sip:+18015550142@carrier.example", "+18015550142"],
    ["Cell: 801-555-0142", "+18015550142"],
    ["Fax 801-555-0142", "+18015550142"],
    ["Phone # 801-555-0142", "+18015550142"],
    ["801-555-0142 (home)", "+18015550142"],
    ["800-555-0142", "+18005550142"],
  ])("reads %j as a US number", (text, phone) => {
    expect(parsePhone(text)).toBe(phone);
  });

  it.each([
    "(801) 555-0142 x12",
    "801-555-0142x12",
    "801-555-0142 X 12",
    "801-555-0142 ext 12",
    "801-555-0142 Ext. 12",
    "801-555-0142, extension: 12",
    "8015550142#3",
    "801 555 0142 # 3",
    "801 555 0142 x123456789012",
    "tel:+18015550142;ext=12",
    "801-555-0142 ext",
  ])("drops the extension of %j", (text) => {
    expect(parsePhone(text)).toBe("+18015550142");
  });

  it.each([
    ["+44 20 7946 0958", "+442079460958"],
    ["+44 (0)20 7946 0958", "+442079460958"],
    ["+39 06 1234 5678", "+390612345678"],
    ["+52 55 1234 5678", "+525512345678"],
  ])("keeps the country code of %j", (text, phone) => {
    expect(parsePhone(text)).toBe(phone);
  });

  it.each([
    ["011 44 20 7946 0958", "+442079460958"],
    ["(011) 44-20-7946-0958", "+442079460958"],
    ["011 +44 20 7946 0958", "+442079460958"],
    ["00442079460958", "+442079460958"],
    ["００ 44 20 7946 0958", "+442079460958"],
    ["0044 20 7946 0958 x12", "+442079460958"],
    ["tel:00442079460958", "+442079460958"],
    ["001 801 555 0142", "+18015550142"],
    ["011 290 22345", "+29022345"],
  ])("reads the exit code of %j as a plus", (text, phone) => {
    expect(parsePhone(text)).toBe(phone);
  });

  it("reads an exit code as a plus only before 8 or more digits that do not start with 0", () => {
    expect(parsePhone("+683 4002")).toBe("+6834002");
    expect(parsePhone("011 683 4002")).toBeNull();
    expect(parsePhone("00 683 4002")).toBeNull();
    expect(parsePhone("011 683 4002 x12")).toBeNull();
    expect(parsePhone("011 0 44 20 7946 0958")).toBeNull();
    expect(parsePhone("000-000-0000")).toBeNull();
  });

  it.each([
    ["too few digits", "555-0142"],
    ["too many digits", "+1 801 555 01422"],
    ["too few digits for the country", "+44 20 79"],
    ["an unknown country", "+999 801 555 0142"],
    ["extra zeros after the country code", "+44 0020 7946 095"],
    ["no digits", "call me"],
    ["nothing", ""],
    ["only spaces", "   "],
    ["only an extension", "x12"],
    ["two numbers", "801-555-0142 or 801-555-0143"],
    ["letters among the digits", "8O1-555-0142"],
  ])("rejects %s", (_reason, text) => {
    expect(parsePhone(text)).toBeNull();
  });

  it.each([
    ["an area code that starts with 0", "001-555-0142"],
    ["an area code that starts with 1", "+1 101 555 0142"],
    ["an area code that ends in 11", "411-555-0142"],
    ["an area code with 9 in the middle", "891-555-0142"],
    ["an exchange that starts with 0", "801-055-0142"],
    ["an exchange that starts with 1", "801-155-0142"],
    ["an exchange that ends in 11", "801-911-0142"],
    ["ten equal digits", "222-222-2222"],
    ["ten equal digits after +1", "+1 555 555 5555"],
    ["ten zeros", "+1 000 000 0000"],
  ])("rejects a +1 number with %s", (_reason, text) => {
    expect(parsePhone(text)).toBeNull();
  });

  it("accepts numbers adjacent to the rejected +1 ranges", () => {
    expect(parsePhone("412-555-0142")).toBe("+14125550142");
    expect(parsePhone("911-555-0142")).toBeNull();
    expect(parsePhone("919-555-0142")).toBe("+19195550142");
    expect(parsePhone("801-912-0142")).toBe("+18019120142");
    expect(parsePhone("801-991-1111")).toBe("+18019911111");
    expect(parsePhone("222-222-2223")).toBe("+12222222223");
  });

  it.each(["0100", "0142", "0199"])("accepts the fictitious number 555-%s", (line) => {
    expect(parsePhone(`801-555-${line}`)).toBe(`+1801555${line}`);
  });

  it.each([
    "anonymous",
    "Anonymous",
    "RESTRICTED",
    "blocked",
    "Unknown",
    "unavailable",
    "Private number",
    "sip:anonymous@192.168.10.100",
    "+266696687",
    "+7378742833",
    "+2562533",
    "+8656696",
    "+86282452253",
    "+86 28 2452 253",
    "011 86 28 2452 253",
    "00 7 378 742 833",
  ])("returns null for the withheld caller %j", (text) => {
    expect(parsePhone(text)).toBeNull();
  });

  it("accepts an Austin number that resembles a withheld caller", () => {
    expect(parsePhone("737-874-2833")).toBe("+17378742833");
  });

  it("rejects strings over 250 characters without parsing them", () => {
    expect(parsePhone(`8015550142${" ".repeat(240)}`)).toBe("+18015550142");
    expect(parsePhone(`8015550142${" ".repeat(241)}`)).toBeNull();
    expect(parsePhone("1x".repeat(5_000_000))).toBeNull();
  });

  const shaped = fc
    .array(fc.constantFrom(..."00112345678999", "+", "011", "00", "+1", "801", "555", " ", "-", "(", ")", "x", "#"), {
      maxLength: 20,
    })
    .map((pieces) => pieces.join(""));

  it("returns E.164 or null for any string", () => {
    fc.assert(
      fc.property(fc.oneof(shaped, fc.string({ unit: anyCharacter })), (text) => {
        expect(parsePhone(text) ?? "+18015550142").toMatch(/^\+[1-9]\d{5,18}$/);
      }),
    );
  });

  it("leaves its own result unchanged", () => {
    const international = fc.stringMatching(/^\+[1-9]\d{6,14}$/);
    fc.assert(
      fc.property(fc.oneof(shaped, international), (text) => {
        const phone = parsePhone(text);
        expect(phone === null ? null : parsePhone(phone)).toBe(phone);
      }),
    );
  });

  it("ignores the punctuation of a US number", () => {
    const separator = fc.constantFrom("", " ", "-", ".", " - ");
    const parts = fc.tuple(fc.stringMatching(/^[2-9][0-8][2-9]$/), fc.stringMatching(/^[2-9]\d[02-9]$/));
    fc.assert(
      fc.property(parts, fc.stringMatching(/^01\d\d$/), separator, separator, ([area, exchange], line, one, two) => {
        expect(parsePhone(`${area}${one}${exchange}${two}${line}`)).toBe(`+1${area}${exchange}${line}`);
      }),
    );
  });
});

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

  it.each([
    "testa",
    "test1a",
    "nathan",
    "na.smith",
    "nona",
    "1test",
    "unknown.caller",
    "optoutnow",
    "nora",
    "xx",
    "0000",
  ])("keeps the local part %j, which only starts or ends like a placeholder", (local) => {
    expect(parseEmail(`${local}@example.com`)).toBe(`${local}@example.com`);
  });

  it.each([
    ...["no", "No.Email", "no_email", "n.a", "N/A", "no.reply", "xxx", "xxxx1", "decline", "declined.to.give"],
    ...["refused", "refuse", "refusedtoprovide", "notprovided", "not.available", "none.given", "patient", "Patient2"],
  ])("treats the local part %j as missing with any provider", (local) => {
    expect([parseEmail(`${local}@example.com`), isPlaceholderEmail(`${local}@gmail.com`)]).toEqual([null, true]);
  });

  it.each(["0000", "999", "000-000-0000", "8015550142", "donthave", "I.dont.have", "doesnothaveone", "noemailaddress"])(
    "treats the local part %j as missing only with a large provider",
    (local) => {
      expect([parseEmail(`${local}@gmail.com`), parseEmail(`${local}@Yahoo.com`)]).toEqual([null, null]);
      expect(parseEmail(`${local}@vtext.com`)).not.toBeNull();
      expect(parseEmail(`${local}@qq.com`)).not.toBeNull();
    },
  );

  it.each(["no1", "nolan", "patience", "patient.lee", "xavier", "donna", "dontae", "7sisters", "nomad", "notre.dame"])(
    "keeps the local part %j with a large provider",
    (local) => {
      expect(parseEmail(`${local}@gmail.com`)).toBe(`${local}@gmail.com`);
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
