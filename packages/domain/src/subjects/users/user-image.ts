import { type CallerStores, stillAllowed } from "../../foundation/access/still-allowed.js";
import { byPrincipal } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { Cancellation } from "../../foundation/kernel/cancellation.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Clock } from "../../foundation/kernel/instant.js";
import type { Principal } from "../../foundation/kernel/principal.js";
import type { Reads, Transactions } from "../../foundation/kernel/storage.js";
import type { ImageEncoder, ImageStore } from "./image-store.js";
import { imageNotFound, imagesOff, type ImageType, imageTypeOf, notAnImage } from "./image.js";
import { knownUser } from "./known-user.js";
import { type UserDetail, userDetail } from "./user-item.js";
import type { UserStore } from "./user-store.js";

type Users = { readonly users: Pick<UserStore, "byIds"> };
type ImagePorts = {
  readonly storage: Transactions<CallerStores & Users & { readonly images: ImageStore; readonly audit: AuditWriter }> &
    Reads<Users & { readonly images: Pick<ImageStore, "of"> }>;
  readonly clock: Clock;
  readonly imageEncoder?: ImageEncoder;
  readonly imageStore?: ImageStore;
};

/**
 * Converts an uploaded image and stores it as the user's image. Rejects with the errors of `ImageEncoder`. If the
 * upload is canceled, nothing is stored.
 */
export function putUserImage({ storage, clock, imageEncoder, imageStore }: ImagePorts) {
  return async (inPath: string, sent: Uint8Array, by: Principal, cancellation?: Cancellation): Promise<UserDetail> => {
    const { account } = by;
    if (!imageEncoder) throw imagesOff();
    await storage.read(account, (stores) => knownUser(stores, account, inPath));
    if (!imageTypeOf(sent)) throw notAnImage();
    const image = await imageEncoder(account, sent, cancellation);
    return storage.transact(account, async ({ callers, users, images, audit }, now) => {
      await stillAllowed({ callers }, by, now);
      const user = await knownUser({ users }, account, inPath);
      await (imageStore ?? images).save(account, user.id, image);
      const event = { at: clock(), action: "put_user_image", subject: `user ${user.id}`, rows: 1 };
      await audit.append(account, [byPrincipal(by, event)]);
      return userDetail(user);
    });
  };
}

/** Returns a user's image with its media type. Throws `image_not_found`. */
export function userImage({ storage, imageStore }: ImagePorts) {
  return async (
    account: AccountId,
    inPath: string,
  ): Promise<{ readonly type: ImageType; readonly body: Uint8Array }> => {
    const body = await storage.read(account, async ({ users, images }) => {
      const { id } = await knownUser({ users }, account, inPath);
      return (imageStore ?? images).of(account, id);
    });
    const type = body && imageTypeOf(body);
    if (!type) throw imageNotFound();
    return { type, body };
  };
}
