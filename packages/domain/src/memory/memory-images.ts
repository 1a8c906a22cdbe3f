import type { ImageStore } from "../subjects/users/image-store.js";
import type { Draft } from "./account-state.js";

export const memoryImageStore = (draft: Draft): ImageStore => ({
  save: async (_account, user, image) => {
    draft.change({ images: draft.writable(draft.state.images).set(user, Uint8Array.from(image)) });
  },
  of: async (_account, user) => draft.state.images.get(user),
  remove: async (_account, user) => {
    const images = draft.writable(draft.state.images);
    images.delete(user);
    draft.change({ images });
  },
});
