import type { AccountId, FeedEntry, Review, Storage } from "@repute/domain";
import { openDatabase } from "../src/open-database.js";

/**
 * Test process that migrates a database, adds reviews in transactions, and reads the list at the same time.
 * Each transaction depends on the reviews that it reads. The last line of output is the result.
 */
async function main([url = "", migrationUrl = "", account = "", units = ""]: readonly string[]): Promise<void> {
  const database = await openDatabase({ url, migrationUrl, migrate: true, patience: 30_000 });
  const { storage } = database;
  const mine = Number(account) as AccountId;
  const watermarks: number[] = [];
  const problems: string[] = [];
  let isWriting = true;

  async function write(): Promise<void> {
    for (let unit = 0; unit < Number(units); unit += 1) {
      await storage.transact(mine, async ({ reviews, feed }, now) => {
        const known = await reviews.page(mine, { after: 0, limit: 10_000 });
        const id = (known.at(-1)?.id ?? 0) + 1;
        await reviews.save(mine, [review(id)]);
        await feed.publish(mine, "reviews", [entry(id, now), entry(id + 1_000_000, now)]);
        if (watermarks.length > 0 && now < (watermarks.at(-1) ?? 0)) problems.push("time went backwards");
        watermarks.push(now);
      });
      process.stdout.write("stored\n");
    }
    isWriting = false;
  }

  async function read(): Promise<void> {
    for (let before = 0; isWriting;) {
      const { items, count, watermark } = await listOf(storage, mine);
      const newest = Math.max(0, ...items.map(({ at }) => at));
      if (count % 2 !== 0) problems.push("half a unit of work was seen");
      if (count < before) problems.push("what was there is gone");
      if (newest > watermark) problems.push("the watermark is older than an item");
      before = count;
    }
  }

  await Promise.all([write(), read()]);
  await database.close();
  process.stdout.write(`${JSON.stringify({ written: watermarks.length, problems })}\n`);
}

const review = (id: number) =>
  ({
    ...{ id, platformId: 3, locationId: 1, providerId: 10, rating: 5, comment: null, reviewer: null },
    ...{ createdAt: 0, inviteId: null, extras: {} },
  }) as unknown as Review;

const entry = (id: number, at: number) =>
  ({
    ...{
      kind: 0,
      id,
      at,
      modifiedAt: at,
      locationId: null,
      providerId: null,
      rating: null,
      fields: {},
      tail: null,
    },
    json: JSON.stringify({ id, at }),
  }) as FeedEntry;

async function listOf(storage: Storage, account: AccountId) {
  const texts: string[] = [];
  let watermark = 0;
  for await (const batch of storage.feed.read(account, "reviews", {})) {
    watermark = batch.watermark;
    if (batch.count > 0) texts.push(new TextDecoder().decode(batch.json));
  }
  const items = JSON.parse(`[${texts.join(",")}]`) as { readonly at: number }[];
  return { items, count: items.length, watermark };
}

void main(process.argv.slice(2));
