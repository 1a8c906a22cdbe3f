import type { Stage } from "../stage.js";

/** Rows a second. */
export type Loading = { readonly insert: number; readonly inTimeOrder: number; readonly atRandom: number };

/** Inserts rows bare, and loads the same rows as bundles. */
export async function measureLoading({ loader, workshop: { folder }, sizes: { load: rows } }: Stage): Promise<Loading> {
  return {
    insert: await loader.run("timeInsert", { folder, rows }),
    inTimeOrder: await loader.run("timeLoad", { folder, rows, inTimeOrder: true }),
    atRandom: await loader.run("timeLoad", { folder, rows, inTimeOrder: false }),
  };
}
