import { beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createDomain } from "../../domain.js";
import type { Progress } from "../../foundation/feed/feed.js";
import { base64url, crc32 } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { changeCursor, type CursorSigner, cursorSigners, parseChangeCursor } from "./change-cursor.js";

let ports: Ports;
let mine: AccountId;
let signer: CursorSigner;
beforeEach(async () => {
  ports = memoryPorts();
  mine = (await createDomain(ports).accounts.create({ key: "acme", name: "Acme" })).id;
  signer = await cursorSigners(ports)(mine);
});

const progress: Progress = { phase: "copy", revision: 7, last: { list: "reviews", at: 5, kind: 0, id: 3 } };
const textOf = (plain: string) => base64url(new TextEncoder().encode(plain));

describe("a change cursor", () => {
  it("is accepted by every process on the same storage", async () => {
    const cursor = changeCursor(signer, "a", progress);
    const other = await cursorSigners(ports)(mine);
    expect(parseChangeCursor(other, ["a"], cursor)).toEqual(progress);
    expect(parseChangeCursor(signer, ["a"], changeCursor(signer, "a", { phase: "changes", revision: 9 }))).toEqual({
      phase: "changes",
      revision: 9,
    });
  });

  it("is rejected for other lists, for another account, and after any change of a character", async () => {
    const cursor = changeCursor(signer, "a", progress);
    expect(() => parseChangeCursor(signer, ["b"], cursor)).toThrow("cursor");
    const other = (await createDomain(ports).accounts.create({ key: "other", name: "Other" })).id;
    const theirs = await cursorSigners(ports)(other);
    expect(() => parseChangeCursor(theirs, ["a"], cursor)).toThrow("cursor");
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(..."AQgw19-_"), (place, character) => {
        const changed = cursor.slice(0, place) + character + cursor.slice(place + 1);
        if (changed !== cursor) expect(() => parseChangeCursor(signer, ["a"], changed)).toThrow("cursor");
      }),
    );
  });

  it("cannot be forged with a checksum", () => {
    const body = `3.${signer.epoch}.changes.999`;
    const checksum = crc32(`${body} a`).toString(16).padStart(32, "0");
    expect(() => parseChangeCursor(signer, ["a"], textOf(`${body}.${checksum}`))).toThrow("cursor");
  });

  const expired = (message: RegExp) =>
    expect.objectContaining({ code: "cursor_expired", message: expect.stringMatching(message) as unknown });

  it("has expired if it is from an earlier version, so that its copy starts over", () => {
    expect(() => parseChangeCursor(signer, ["a"], textOf("1.changes.999.0badcafe"))).toThrow(
      expired(/earlier version/),
    );
    const second = "2.copy.7.reviews.5.0.3";
    const cursor = textOf(`${second}.${signer.sign(`${second} a`)}`);
    expect(() => parseChangeCursor(signer, ["a"], cursor)).toThrow(expired(/earlier version/));
    expect(() => parseChangeCursor(signer, ["b"], cursor)).toThrow("the same list");
  });

  it("has expired for every process if it is from an earlier epoch", async () => {
    const cursor = changeCursor(signer, "a", progress);
    const find = cursorSigners(ports);
    expect(parseChangeCursor(await find(mine), ["a"], cursor)).toEqual(progress);
    await createDomain(ports).changes.expireCursors(mine);
    expect(() => parseChangeCursor(signer, ["b"], cursor)).toThrow("the same list");
    for (const now of [await find(mine), await cursorSigners(ports)(mine)]) {
      expect(() => parseChangeCursor(now, ["a"], cursor)).toThrow(expired(/restored from a backup/));
      expect(() => parseChangeCursor(now, ["b"], cursor)).toThrow("the same list");
      expect(parseChangeCursor(now, ["a"], changeCursor(now, "a", progress))).toEqual(progress);
    }
  });
});
