import { describe, expect, it } from "@jest/globals";
import { hostileTexts } from "../../testing/hostile-texts.js";
import { mailName } from "./mail-name.js";

describe("the name in a message", () => {
  it.each([
    "Ada Quill",
    "Dr. Ada O'Neil-Quill, DMD",
    "Zoë Müller",
    "J. R. Smith",
    "Нина Петрова",
    "محمد علی‌پور",
    "李小龙",
    " Ada ",
  ])("stays unchanged if it looks like a person's name: %s", (name) => {
    expect(mailName(name)).toBe(name.trim());
  });

  it.each([
    ["a URL", "Ada https://evil.example/x"],
    ["a host name", "Ada evil.example"],
    ["a short host name", "go t.co"],
    ["a host name with full-width letters and dot", "ｅｖｉｌ．ｃｏｍ"],
    ["a host name with an ideographic dot", "evil。com"],
    ["a host name whose domain has a vowel sign", "evil.कॉम"],
    ["a host name that ends with a vowel sign", "नमस्ते.भारत"],
    ["a host name with a combining mark before the dot", "xx\u0300.com"],
    ["a host name with a joiner", "evil.c\u200dom"],
    ["a host name after a bracket", "(evil).com"],
    ["an address", "ada@evil"],
    ["a phone number", "call 801 555 0142"],
    ["a line break", "customer\r\nconfirm"],
    ["a control character hidden in a host name", "evil\u00ad.com"],
    ["a bidirectional override", "Ada \u202emoc"],
    ["a sentence", `your mailbox will be closed, ${"please write to us ".repeat(3)}`],
    ["a ligature that expands", "\ufdfa".repeat(20)],
  ])("is omitted if it contains %s", (_, name) => {
    expect(mailName(name)).toBe("");
  });

  it.each(Object.entries(hostileTexts))("has a maximum length for %s", (_, textOf) => {
    expect(mailName(textOf(100_000)).length).toBeLessThanOrEqual(60);
  });
});
