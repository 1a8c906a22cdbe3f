import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import type { AccountId, UserId } from "@repute/domain";
import { imageStoreContract } from "@repute/domain/testing";
import { folderImageStore } from "./folder-image-store.js";

const temporary = () => mkdtempSync(join(tmpdir(), "repute-images-"));

imageStoreContract("folderImageStore", async () => {
  const folder = temporary();
  const images = folderImageStore(folder);
  return {
    mine: 1 as AccountId,
    other: 2 as AccountId,
    use: (_account, work) => work(images),
    close: async () => rmSync(folder, { recursive: true }),
  };
});

it("folderImageStore leaves only image files, which only the owner can read", async () => {
  const folder = temporary();
  const images = folderImageStore(folder);
  const bytes = Uint8Array.from([1, 2, 3]);
  await Promise.all(Array.from({ length: 9 }, () => images.save(1 as AccountId, 7 as UserId, bytes)));
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(["1", "1/7"]);
  expect(statSync(join(folder, "1")).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "1/7")).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true });
});
