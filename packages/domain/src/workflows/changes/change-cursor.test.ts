import { beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Progress } from "../../foundation/feed/progress.js";
import { base64url } from "../../foundation/kernel/base64url.js";
import { crc32 } from "../../foundation/kernel/crc32.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { createDomain } from "../../domain.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { changeCursor, parseChangeCursor } from "./change-cursor.js";
import type { CursorSigner } from "./cursor-key.js";
import { cursorSigners } from "./cursor-key.js";

let ports: Ports;
let mine: AccountId;
let sign: CursorSigner;
beforeEach(async () => {
  ports = memoryPorts();
  mine = (await createDomain(ports).accounts.create({ key: "acme", name: "Acme" })).id;
  sign = await cursorSigners(ports)(mine);
});

const progress: Progress = { phase: "copy", revision: 7, last: { list: "reviews", at: 5, kind: 0, id: 3 } };
const textOf = (plain: string) => base64url(new TextEncoder().encode(plain));

describe("a change cursor", () => {
  it("is accepted by every process on the same storage", async () => {
    const cursor = changeCursor(sign, "a", progress);
    const other = await cursorSigners(ports)(mine);
    expect(parseChangeCursor(other, "a", cursor)).toEqual(progress);
    expect(parseChangeCursor(sign, "a", changeCursor(sign, "a", { phase: "changes", revision: 9 }))).toEqual({
      phase: "changes",
      revision: 9,
    });
  });

  it("is rejected for other lists, for another account, and after any change of a character", async () => {
    const cursor = changeCursor(sign, "a", progress);
    expect(() => parseChangeCursor(sign, "b", cursor)).toThrow("cursor");
    const other = (await createDomain(ports).accounts.create({ key: "other", name: "Other" })).id;
    const theirs = await cursorSigners(ports)(other);
    expect(() => parseChangeCursor(theirs, "a", cursor)).toThrow("cursor");
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(..."AQgw19-_"), (place, character) => {
        const changed = cursor.slice(0, place) + character + cursor.slice(place + 1);
        if (changed !== cursor) expect(() => parseChangeCursor(sign, "a", changed)).toThrow("cursor");
      }),
    );
  });

  it("cannot be forged with a checksum", () => {
    const body = "2.changes.999";
    const checksum = crc32(`${body} a`).toString(16).padStart(32, "0");
    expect(() => parseChangeCursor(sign, "a", textOf(`${body}.${checksum}`))).toThrow("cursor");
  });

  it("of an earlier version has expired, so that its copy starts over", () => {
    expect(() => parseChangeCursor(sign, "a", textOf("1.changes.999.0badcafe"))).toThrow(
      expect.objectContaining({ code: "cursor_expired" }),
    );
  });
});
