import type { ImageStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { userImageTable } from "../tables/users.js";

export const imageStore = (session: Session): ImageStore => ({
  save: (account, user, image) =>
    userImageTable.save(session, account, [{ user, image: Buffer.from(image).toString("base64") }]),
  async of(account, user) {
    const [found] = await userImageTable.find(session, "account_id = $1 AND user_id = $2", [account, user]);
    return found && Buffer.from(found.image, "base64");
  },
  async remove(account, user) {
    await session.run("DELETE FROM user_images WHERE account_id = $1 AND user_id = $2", [account, user]);
  },
});
