import { describe, expect, it } from "@jest/globals";
import { parseMailSender } from "./mail-sender.js";
import { parseSmtpUrl } from "./smtp-url.js";

describe("parseSmtpUrl", () => {
  it.each([
    ["smtp://mail.example.com", { host: "mail.example.com", port: 587, tls: "required" }],
    ["SMTPS://mail.example.com/", { host: "mail.example.com", port: 465, tls: "implicit" }],
    ["smtp://127.0.0.1:1025?tls=off", { host: "127.0.0.1", port: 1025, tls: "off" }],
    ["smtp://relay?tls=off", { host: "relay", port: 25, tls: "off" }],
    ["smtp://[::1]:2525", { host: "::1", port: 2525, tls: "required" }],
    [
      "smtps://us%40acme.example:p%3Aw%2Fd@mail.example.com:2465",
      { host: "mail.example.com", port: 2465, tls: "implicit", auth: { user: "us@acme.example", pass: "p:w/d" } },
    ],
  ])("parses %s", (text, server) => {
    expect(parseSmtpUrl(text)).toEqual(server);
  });

  it.each([
    ...[
      "",
      "mail.example.com",
      "http://mail.example.com",
      "smtp://",
      "smtp://user@mail.example.com",
      "smtp://:pw@mail",
    ],
    ...["smtp://mail/path", "smtp://mail?tls=on", "smtps://mail?tls=off", "smtp://mail?pool=true", "smtp://mail#x"],
    ...["smtp://a b", "smtp://mail:99999", "smtp://u:%E0%A4%A@mail"],
  ])("rejects %j", (text) => {
    expect(parseSmtpUrl(text)).toBeUndefined();
  });
});

describe("parseMailSender", () => {
  it.each([
    ["no-reply@acme.example", { name: "", address: "no-reply@acme.example" }],
    ["Acme Dental <no-reply@acme.example>", { name: "Acme Dental", address: "no-reply@acme.example" }],
    ['"Acme, Dental" <a@b>', { name: "Acme, Dental", address: "a@b" }],
    ["<a@b.c>", { name: "", address: "a@b.c" }],
  ])("parses %s", (text, sender) => {
    expect(parseMailSender(text)).toEqual(sender);
  });

  it.each(["", "Acme", "a@b, c@d", "Acme <a@b> x", "a@b\r\nBcc: c@d", "Acme <a b@c>", `${"a".repeat(320)}@b.c`])(
    "rejects %j",
    (text) => {
      expect(parseMailSender(text)).toBeUndefined();
    },
  );
});
