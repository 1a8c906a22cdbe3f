import type { ChangeReader } from "../feed/changes.js";
import type { AccountId } from "../kernel/ids.js";
import type { RebuildPorts } from "../publishing/rebuild-feed.js";
import { rebuildFeed } from "../publishing/rebuild-feed.js";

/** What sees to it that all lists are there needs. */
export type RenderPorts = RebuildPorts & { readonly storage: { readonly feed: Pick<ChangeReader, "state"> } };

/** Renders the lists of an account that was last rendered by a version that did not know all of them; once, whoever asks. */
export function renderAll(ports: RenderPorts) {
  const rebuild = rebuildFeed(ports);
  const running = new Map<AccountId, Promise<unknown>>();
  return async (account: AccountId): Promise<void> => {
    const { isRendered } = await ports.storage.feed.state(account);
    if (isRendered) return;
    const rendering = running.get(account) ?? rebuild(account).finally(() => running.delete(account));
    running.set(account, rendering);
    await rendering;
  };
}
