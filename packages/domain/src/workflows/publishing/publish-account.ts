import type { SettingsReader } from "../../foundation/accounts/account-store.js";
import type { Account, AccountSettings } from "../../foundation/accounts/account.js";
import { createAccount, type CreatePorts, type NewAccount } from "../../foundation/accounts/manage-accounts.js";
import { plainEntry } from "../../foundation/feed/plain-entry.js";
import type { FeedStores } from "../../foundation/feed/publication.js";
import { decimalText } from "../../foundation/kernel/cents.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Transactions } from "../../foundation/kernel/storage.js";

type AccountStores = FeedStores & { readonly settings: SettingsReader };

/** Item of the list `account`, which is available only under `/changes`. */
export type AccountItem = {
  readonly key: string;
  readonly name: string;
  /** Time zone as an IANA name. */
  readonly time_zone: string;
  /** Currency of all amounts, as an ISO 4217 code. */
  readonly currency: string;
  /** Maximum number of days between a conversion and the booking of its appointment. */
  readonly match_window_days: number;
  /** Estimated revenue of a new patient's appointment, as a decimal number such as `250.00`. */
  readonly value_new_patient: string;
  /** Estimated revenue of an existing patient's appointment, as a decimal number such as `99.50`. */
  readonly value_existing_patient: string;
};

/** Publishes the list `account`. Its only row contains the account's settings, and its key is the account id. */
export async function publishAccount(
  { feed, settings }: AccountStores,
  account: AccountId,
  now: Instant,
): Promise<void> {
  const { key, name } = await settings.owner(account);
  const item: AccountItem = { key, name, ...shownSettings(await settings.read(account)) };
  await feed.publish(account, "account", [plainEntry({ id: 1, name: key, item }, now)]);
}

const shownSettings = (settings: AccountSettings) => ({
  time_zone: settings.timeZone,
  currency: settings.currency,
  match_window_days: settings.matchWindowDays,
  value_new_patient: decimalText(settings.valueNewPatient),
  value_existing_patient: decimalText(settings.valueExistingPatient),
});

type CreationPorts = CreatePorts & { readonly storage: Transactions<AccountStores> };

/** Creates an account and publishes its row. After a crash in between, the next settings change publishes the row. */
export function createPublishedAccount(ports: CreationPorts) {
  const create = createAccount(ports);
  return async (requested: NewAccount): Promise<Account> => {
    const account = await create(requested);
    await ports.storage.transact(account.id, (stores, now) => publishAccount(stores, account.id, now));
    return account;
  };
}
