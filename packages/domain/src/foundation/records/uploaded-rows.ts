import type { FeedList } from "../feed/feed.js";
import type { FeedStores, RecordPage } from "../feed/publication.js";
import type { AccountId } from "../kernel/ids.js";
import { pagesOf } from "../kernel/storage.js";
import type { Instant } from "../kernel/times.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import { type Facts, foundByRows, type PersonalRow } from "./personal-data.js";
import type { ReadAccount, RecordType } from "./record-type.js";

/** Uploaded file. Its rows expire some time after `uploadedAt`, which is set when all rows are stored. */
export type UploadedFile<Id> = { readonly id: Id; readonly uploadedAt?: Instant };

type FileRows<in Reads, in Stores, Id, Row> = {
  /** Yields all files of an account, read page by page with `read`. */
  readonly files: (read: ReadAccount<Reads>) => AsyncIterable<UploadedFile<Id>>;
  readonly page: (stores: Reads, account: AccountId, file: Id, page: RecordPage) => Promise<readonly Row[]>;
  readonly listOf: (row: Row) => FeedList;
  readonly factsOf: (row: Row) => Facts;
  readonly remove: (stores: Stores, account: AccountId, file: Id, ids: readonly number[]) => Promise<void>;
};

type RowKey<Id> = { readonly file: Id; readonly id: number; readonly list: FeedList };

/** Page size when searching for people. Pages are small because rows are JSON and may be large. */
const smallPage = 100;
/** Maximum number of rows deleted per transaction. Transactions are short so that other writers wait only briefly. */
const maxRemoved = 1_000;

/** Declares how rows of uploaded files are found, erased and deleted. */
export function fileRows<Reads, Stores extends FeedStores, Id, Row extends { readonly id: number }>({
  files,
  page,
  listOf,
  factsOf,
  remove,
}: FileRows<Reads, Stores, Id, Row>): Pick<RecordType<Reads, Stores, unknown>, "ofPerson" | "uploadedBefore"> {
  const keyOf = (file: Id, row: Row): RowKey<Id> => ({ file, id: row.id, list: listOf(row) });

  async function* people(stores: Reads, account: AccountId): AsyncGenerator<readonly PersonalRow<RowKey<Id>>[]> {
    for await (const { id: file } of files((work) => work(stores, account))) {
      for await (const rows of pagesOf(smallPage, (next) => page(stores, account, file, next))) {
        yield rows.map((row) => ({ key: keyOf(file, row), facts: factsOf(row) }));
      }
    }
  }

  async function removeRows(
    keys: readonly RowKey<Id>[],
    { stores, account }: Pick<UnitOfWork<Stores>, "stores" | "account">,
  ): Promise<void> {
    for (const file of new Set(keys.map((key) => key.file))) {
      const ofFile = keys.filter((key) => key.file === file);
      await remove(stores, account, file, idsOf(ofFile));
    }
    for (const list of new Set(keys.map((key) => key.list))) {
      const ofList = keys.filter((key) => key.list === list);
      await stores.feed.remove(
        account,
        list,
        idsOf(ofList).map((id) => ({ kind: 0, id })),
      );
    }
  }

  return {
    ofPerson: foundByRows(people, removeRows),
    async *uploadedBefore(read, before) {
      for await (const { id: file, uploadedAt = before } of files(read)) {
        if (uploadedAt >= before) continue;
        const pages = pagesOf(maxRemoved, (next) => read((stores, account) => page(stores, account, file, next)));
        for await (const rows of pages) {
          const keys = rows.map((row) => keyOf(file, row));
          if (keys.length > 0) yield { count: keys.length, remove: (work) => removeRows(keys, work) };
        }
      }
    },
  };
}

const idsOf = (keys: readonly RowKey<unknown>[]): readonly number[] => keys.map(({ id }) => id);
