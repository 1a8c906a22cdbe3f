import { describe, expect, it } from "@jest/globals";
import { freeBuffers } from "./free-buffers.js";

describe("freeing buffers", () => {
  it("releases the memory of large arrays", () => {
    const large = [Buffer.alloc(9_000), new Uint8Array(100_000)];
    freeBuffers(...large);
    expect(large.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0]);
  });

  it.each([1, 4_000, 20_000])("does not change other arrays in the pool of an array of %d bytes", (size) => {
    const others = Array.from({ length: 50 }, () => Buffer.from("y".repeat(size)));
    const freed = Buffer.from("x".repeat(size));
    const copies = others.map((other) => other.toString());
    freeBuffers(freed, undefined);
    expect(others.map((other) => other.toString())).toEqual(copies);
  });
});
