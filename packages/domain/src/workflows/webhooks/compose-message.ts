import {
  type ChangedKeys,
  type ChangeState,
  type Progress,
  type PublicList,
  publicListOf,
} from "../../foundation/feed/feed.js";
import { base62, numberOf } from "../../foundation/kernel/encodings.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { isoInstant } from "../../foundation/kernel/times.js";
import { type ChangeItem, linesOf } from "../changes/list-changes.js";
import { hasItems, type MessageType, type PendingMessage, type Webhook } from "./webhook.js";

/** Maximum number of changes in a message. */
const maxInMessage = 100;

/** Maximum number of characters of all changes in a message without items, and of bytes in a message with items. */
const [maxKeys, maxItems] = [19_000, 99_000];

/** Number of changes that are read at once. */
const pageSize = 1_000;

/** Change in a message. Only messages with items have `item`, and not for a deletion or an item that is too large. */
type ChangeMember = {
  readonly list: PublicList;
  readonly id: string;
  readonly op: "upsert" | "delete";
  readonly revision: number;
  readonly item?: unknown;
};

/** Changes to send, and the progress after them. `isLost` if changes are missing, so that the receiver must start over. */
type News = { readonly members: readonly ChangeMember[]; readonly upTo: Progress; readonly isLost: boolean };

/** Webhook that may send a message, with the key and the current epoch of its account. */
type Sending = { readonly webhook: Webhook; readonly key: string; readonly epoch: string };

/** Message to store, its body with items for one attempt, and the progress and epoch of a webhook without news. */
export type Composed = Pick<Webhook, "epoch"> & {
  readonly message: PendingMessage | null;
  readonly body: string;
  readonly upTo: Progress;
};

/**
 * Returns the pending message of a webhook, or creates a message about its changes.
 *
 * A message is stored without items, which are read for each attempt. If one of its rows has changed or was deleted, a
 * message with a new id replaces it. Therefore erased data is never sent, and all attempts of a message have one body.
 */
export async function composeMessage(
  ports: Ports,
  account: AccountId,
  { webhook, key, epoch }: Sending,
): Promise<Composed> {
  const { pending } = webhook;
  if (pending && !hasItems(webhook, pending))
    return { message: pending, body: pending.body, upTo: pending.upTo, epoch: webhook.epoch };
  const { members, upTo, isLost } = await newsOf(ports, account, webhook, epoch);
  const about = { changes: members.length, upTo };
  if (isLost) {
    const message = newMessage(ports, "reset", { account: key }, about);
    return { message, body: message.body, upTo, epoch };
  }
  if (members.length === 0) return { message: null, body: "", upTo, epoch };
  const changes = members.map(({ item: _, ...keys }) => keys);
  const message = sameOrNext(pending, newMessage(ports, "changes", { account: key, changes }, about));
  return { message, body: webhook.isFull ? bodyWith(message.body, members) : message.body, upTo, epoch };
}

/** Returns the pending message if it has the same changes as the next message. */
function sameOrNext(pending: PendingMessage | null, next: PendingMessage): PendingMessage {
  if (!pending) return next;
  return dataIn(pending.body) === dataIn(next.body) ? pending : { ...next, tries: pending.tries };
}

/** Creates a message with a new id. */
export function newMessage(
  { clock, secrets }: Pick<Ports, "clock" | "secrets">,
  type: MessageType,
  data: object,
  { changes, upTo }: Pick<PendingMessage, "changes" | "upTo">,
): PendingMessage {
  const id = `msg_${base62(numberOf(secrets.randomBytes(16)), 22)}`;
  const body = JSON.stringify({ type, timestamp: isoInstant(clock()), data });
  return { id, type, body, changes, upTo, tries: 0 };
}

type Body = { readonly data: { readonly changes?: readonly ChangeMember[] } };

const dataIn = (body: string): string => JSON.stringify((JSON.parse(body) as Body).data);

function bodyWith(body: string, changes: readonly ChangeMember[]): string {
  const { data, ...head } = JSON.parse(body) as Body;
  return JSON.stringify({ ...head, data: { ...data, changes } });
}

/** Reads the changes that a webhook has not sent, up to the number of changes in its pending message or in any message. */
async function newsOf(ports: Ports, account: AccountId, webhook: Webhook, epoch: string): Promise<News> {
  const { reached } = webhook;
  const state = await ports.storage.feed.state(account);
  const end: Progress = { phase: "changes", revision: state.revision };
  if (epoch !== webhook.epoch || isLost(state, reached)) return { members: [], upTo: end, isLost: true };
  const { changes, upTo } = await changesOf(ports, account, webhook, end);
  if (!webhook.isFull || changes.length === 0) return { members: changes.map(memberOf), upTo, isLost: false };
  const members = await withItems(ports, account, webhook, changes);
  if (members.length === changes.length) return { members, upTo, isLost: false };
  const last = changes[members.length - 1];
  return { members, upTo: last ? progressTo(last) : reached, isLost: false };
}

async function changesOf(
  { storage }: Ports,
  account: AccountId,
  { reached, lists, pending }: Webhook,
  end: Progress,
): Promise<{ readonly changes: readonly ChangedKeys[]; readonly upTo: Progress }> {
  const limit = pending?.changes ?? maxInMessage;
  const changes: ChangedKeys[] = [];
  let after = reached;
  for (let size = 0; ;) {
    const page = await storage.read(account, ({ entryKeys }) => entryKeys.changedAfter(account, after, pageSize));
    for (const one of page) {
      after = progressTo(one);
      if (!lists.includes(publicListOf(one.list))) continue;
      changes.push(one);
      size += JSON.stringify(memberOf(one)).length + 1;
      if (changes.length === limit || size > maxKeys) return { changes, upTo: after };
    }
    if (page.length < pageSize) break;
  }
  // A change after the state was read is sent now too, but its revision may contain more changes.
  return { changes, upTo: after.revision > end.revision ? after : end };
}

/** True if deletions after a progress are no longer stored, or the progress is from another history of the account. */
const isLost = ({ revision, sweptRevision }: ChangeState, after: Progress): boolean =>
  after.revision > revision || after.revision < sweptRevision + (after.last ? 1 : 0);

const progressTo = ({ list, kind, id, revision }: ChangedKeys): Progress => ({
  ...{ phase: "changes", revision },
  last: { list, at: 0, kind, id },
});

const memberOf = ({ list, publicId, isDeleted, revision }: ChangedKeys): ChangeMember => ({
  ...{ list: publicListOf(list), id: publicId, op: isDeleted ? "delete" : "upsert", revision },
});

/** Adds the items of the change feed to changes. Stops at the size of a message, or before a row that has changed again. */
async function withItems(
  { storage: { feed } }: Ports,
  account: AccountId,
  { lists, reached }: Webhook,
  changes: readonly ChangedKeys[],
): Promise<readonly ChangeMember[]> {
  const members: ChangeMember[] = [];
  let size = 0;
  const slice = { lists, after: reached, limit: changes.length, separator: "\n" } as const;
  for await (const { json } of feed.changes(account, slice))
    for (const line of linesOf(json)) {
      const row = JSON.parse(decoder.decode(line)) as ChangeItem;
      const isTooLarge = line.length > maxItems;
      size += isTooLarge ? maxMember : line.length;
      const change = changes[members.length];
      if (!change || !isRowOf(change, row) || size > maxItems) return members;
      members.push({ ...memberOf(change), ...(row.op === "upsert" && !isTooLarge && { item: row.item }) });
    }
  return members;
}

/** Maximum number of bytes of a change without its item. */
const maxMember = 250;

const decoder = new TextDecoder("utf-8", { fatal: true });

const isRowOf = ({ list, publicId, isDeleted }: ChangedKeys, row: ChangeItem): boolean =>
  row.list === publicListOf(list) && row.id === publicId && (row.op === "delete") === isDeleted;
