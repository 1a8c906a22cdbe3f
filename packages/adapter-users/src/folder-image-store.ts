import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { AccountId, ImageStore, UserId } from "@repute/domain";

/** Stores images as `<account>/<user>` in a folder. Files are written atomically and are readable only by the owner. */
export function folderImageStore(folder: string): ImageStore {
  const fileOf = (account: AccountId, user: UserId) => join(folder, String(account), String(user));
  return {
    async save(account, user, image) {
      const file = fileOf(account, user);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const part = `${file}.${randomUUID()}.part`;
      try {
        await write(part, image);
        await rename(part, file);
      } finally {
        await rm(part, { force: true });
      }
    },
    of: (account, user) => readFile(fileOf(account, user)).catch(absent),
    remove: (account, user) => rm(fileOf(account, user), { force: true }),
  };
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
