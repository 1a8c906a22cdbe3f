import { describe, expect, it } from "@jest/globals";
import { withNames } from "./forms.js";

const form = (...headers: string[]) =>
  `${headers.map((header) => `--x\r\n${header}\r\n\r\n\xff\x00;name=""\r\n`).join("")}--x--\r\n`;
const named = (...headers: string[]) => withNames(Buffer.from(form(...headers), "latin1"), "x").toString("latin1");

describe("withNames", () => {
  it.each([
    [
      'Content-Disposition: form-data; name=""; filename="a.png"',
      'Content-Disposition: form-data; name="file"; filename="a.png"',
    ],
    [
      'content-disposition: form-data; filename="a"; name=""',
      'content-disposition: form-data; filename="a"; name="file"',
    ],
    ['Content-Disposition: form-data; filename="a"', 'Content-Disposition: form-data; filename="a"; name="file"'],
    ["Content-Disposition: form-data; name=; filename=a", 'Content-Disposition: form-data; name="file"; filename=a'],
  ])("adds a missing name: %s", (header, expected) => {
    expect(named(header)).toBe(form(expected));
    expect(named("Content-Type: image/png", header)).toBe(form("Content-Type: image/png", expected));
  });

  it("adds a file name to parts with a type other than text", () => {
    const disposition = 'Content-Disposition: form-data; name="photo"';
    expect(named(`${disposition}\r\nContent-Type: image/png`)).toBe(
      form(`${disposition}; filename="file"\r\nContent-Type: image/png`),
    );
    for (const more of ["", "\r\nContent-Type: text/plain", '; filename="a"\r\nContent-Type: image/png']) {
      expect(named(disposition + more)).toBe(form(disposition + more));
    }
  });

  it("leaves complete parts, and bytes that are not a form, unchanged", () => {
    for (const text of ["", "--x", "--x--", "--x\r\nContent-Disposition: form-data", "nothing", form('A: name=""')]) {
      expect(withNames(Buffer.from(text, "latin1"), "x").toString("latin1")).toBe(text);
    }
  });
});
