import type { ChangeReader } from "../../foundation/feed/changes.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { rebuildFeed, type RebuildPorts } from "../publishing/rebuild-feed.js";

export type RenderPorts = RebuildPorts & { readonly storage: { readonly feed: Pick<ChangeReader, "state"> } };

/** Renders an account's lists if some of them are missing. Concurrent calls share one rendering. */
export function renderAll(ports: RenderPorts) {
  const rebuild = rebuildFeed(ports);
  const running = new Map<AccountId, Promise<unknown>>();
  return async (account: AccountId): Promise<void> => {
    const { fingerprint } = await ports.storage.feed.state(account);
    if (fingerprint !== "") return;
    const rendering = running.get(account) ?? rebuild(account).finally(() => running.delete(account));
    running.set(account, rendering);
    await rendering;
  };
}
