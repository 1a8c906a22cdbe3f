import { expect, it } from "@jest/globals";
import { poolOf } from "./pool.js";

const open = () => {
  let opened = 0;
  return poolOf({ open: async () => (opened += 1), dispose: async () => {}, max: 2, keep: 0 });
};

it("the pool lends a free connection at once, and none if the limit is reached", async () => {
  const pool = open();
  const first = await pool.take();
  expect(await pool.takeFree()).toBe(2);
  expect(await pool.takeFree()).toBeUndefined();
  await pool.give(first);
  expect(await pool.takeFree()).toBe(3);
});

it("the pool frees the slot of a connection that could not be opened", async () => {
  let isDown = true;
  const down = async () => {
    if (isDown) throw new Error("down");
    return 1;
  };
  const pool = poolOf({ open: down, dispose: async () => {}, max: 1, keep: 0 });
  await expect(pool.takeFree()).rejects.toThrow("down");
  isDown = false;
  expect(await pool.takeFree()).toBe(1);
});
