import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain, type Domain } from "../../domain.js";
import type { Principal } from "../../foundation/accounts/audit-trail.js";
import type { AccountId, CredentialId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/memory-ports.js";
import type { Ports } from "../../ports.js";
import { aUser } from "../../testing/builders.js";
import { readTrail } from "../../testing/fresh-storage.js";
import { imageTypeOf } from "./user-image.js";

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
const webp = Uint8Array.from([...new TextEncoder().encode("RIFF0000WEBPVP8 ")]);

let ports: Ports;
let account: AccountId;
let by: Principal;
beforeEach(async () => {
  ports = memoryPorts();
  account = (await createDomain(ports).accounts.create({ key: "acme", name: "Acme" })).id;
  by = { account, kind: "account-key", id: 3 as CredentialId };
  await ports.storage.transact(account, ({ users }) => users.save(account, [aUser()]));
});
const users = (replace: Partial<Ports> = {}): Domain["users"] => createDomain({ ...ports, ...replace }).users;

describe("the image format", () => {
  it("is detected only from the bytes", () => {
    expect(imageTypeOf(png)).toBe("image/png");
    expect(imageTypeOf(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]))).toBe("image/jpeg");
    expect(imageTypeOf(webp)).toBe("image/webp");
    for (const text of ["", "<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF89a", "RIFF0000WAVE", "\x89PNG", "BM"]) {
      expect(imageTypeOf(Buffer.from(text, "latin1"))).toBeUndefined();
    }
  });
});

describe("a user's image", () => {
  it("is re-encoded, audited, and replaced by the next one", async () => {
    const { image, putImage } = users({ imageEncoder: async (_, sent) => Uint8Array.from([...sent, 0]) });
    await expect(image(account, "7")).rejects.toMatchObject({ kind: "not_found", code: "image_not_found" });
    expect(await putImage("7", png, by)).toMatchObject({ id: 7, role: "Office Staff" });
    expect(await image(account, "7")).toEqual({ type: "image/png", body: Uint8Array.from([...png, 0]) });
    await putImage("7", webp, by);
    expect(await image(account, "7")).toMatchObject({ type: "image/webp" });
    const trail = await readTrail(ports.storage, account);
    expect(trail).toMatchObject(Array(2).fill({ action: "put_user_image", subject: "user 7", actor: "account-key" }));
  });

  it("is rejected if it is not an image or the user does not exist", async () => {
    const { image, putImage } = users({ imageEncoder: () => Promise.reject(new Error("not to be asked")) });
    await expect(putImage("7", Buffer.from("<svg/>"), by)).rejects.toMatchObject({ code: "not_an_image" });
    await expect(putImage("9", png, by)).rejects.toMatchObject({ code: "user_not_found" });
    await expect(image(account, "9")).rejects.toMatchObject({ code: "user_not_found" });
    const { imageEncoder: _, ...without } = ports;
    await expect(createDomain(without).users.putImage("7", png, by)).rejects.toMatchObject({ code: "images_off" });
    expect(await readTrail(ports.storage, account)).toEqual([]);
  });

  it("is deleted with its user, wherever it is stored", async () => {
    const images = new Map<number, Uint8Array>();
    const imageStore = {
      save: async (_: AccountId, user: number, sent: Uint8Array) => void images.set(user, sent),
      of: async (_: AccountId, user: number) => images.get(user),
      remove: async (_: AccountId, user: number) => void images.delete(user),
    };
    await users().putImage("7", png, by);
    await users({ imageStore }).putImage("7", webp, by);
    expect(await users({ imageStore }).image(account, "7")).toMatchObject({ type: "image/webp" });
    expect(await users().image(account, "7")).toMatchObject({ type: "image/png" });
    await users({ imageStore }).remove("7", by);
    expect(images.size).toBe(0);
  });
});
