import type { JwksPorts } from "@repute/adapter-jwks";
import {
  type AccountSize,
  accountSize,
  type Database,
  type DatabaseOptions,
  openDatabase,
  systemClock,
  typeormPorts,
} from "@repute/adapter-typeorm";
import {
  commonPasswords,
  folderImageStore,
  scryptPasswords,
  sharpImageEncoder,
  smtpMailer,
  smtpNotifier,
} from "@repute/adapter-users";
import {
  type AccountId,
  createDomain,
  defined,
  type Domain,
  noPartners,
  type OperatorPort,
  type Ports,
  type UploadFiles,
} from "@repute/domain";
import type { Metrics } from "./metrics.js";
import { databaseFile, isPostgresUrl } from "./settings/address.js";
import type { Config } from "./settings/config.js";

/** The use cases (domain), connected to the configured database. */
export type OpenDomain = {
  readonly domain: Domain;
  /** Throws if the database cannot be read and written. */
  tryDatabase(): Promise<void>;
  close(): Promise<void>;
};

/** Account key that never exists. Looking up this key is a cheap check of the database. */
const unknownKey = "";

/** Options that a server sets and commands can omit. */
type Serving = OperatorPort & {
  readonly replace?: Partial<Ports>;
  readonly metrics?: Pick<Metrics, "counted"> | undefined;
  /** Ports for partners, created when the database is open. By default, the domain issues no access tokens. */
  readonly partners?: () => Promise<JwksPorts>;
  readonly baseUrl?: () => string;
  /** Prints a warning, for example about a superuser if `ALLOW_SUPERUSER` permits it. */
  readonly warn?: (message: string) => void;
} & Pick<DatabaseOptions, "migrate" | "onMigrated">;

/** Opens the configured database. Without `migrate`, an outdated database throws on first use. */
export async function openDomain(
  config: Config,
  { replace = {}, metrics, partners = () => partnersOfCommand(config), baseUrl, operator, ...opening }: Serving = {},
): Promise<OpenDomain> {
  const { clock = systemClock } = replace;
  const { warn = () => {}, ...migrating } = opening;
  const onSuperuser = config.allowSuperuser ? warn : undefined;
  const db = await openDatabase({ ...databaseOptions(config), ...migrating, ...defined({ onSuperuser }), clock });
  const { close: closePartners, ...forPartners } = await partners().catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const ports = { ...typeormPorts(db), ...forPartners, ...userPorts(config), operator, ...replace };
  const { storage } = ports;
  const counted = metrics ? { ...storage, feed: metrics.counted(storage.feed) } : storage;
  const options = { ...config, retention: config, ...defined({ baseUrl }) };
  const tryStoring = atIntervals(() => db.tryStoring(), 1_000);
  return {
    domain: createDomain({ ...ports, storage: counted }, options),
    async tryDatabase() {
      await storage.accounts.byKey(unknownKey);
      await tryStoring();
    },
    async close() {
      closePartners();
      await db.close();
    },
  };
}

/**
 * Ports for partners of a command, which issues and accepts no access tokens, and receives no events.
 * Loads the code for key URLs, keys of trackers and webhooks on demand, because only a few commands need it.
 */
async function partnersOfCommand(config: Config): Promise<JwksPorts> {
  const checkUrl = async (url: string) => (await import("./keys.js")).checkKeyUrl(config, url);
  async function using<T>(work: (ports: JwksPorts) => Promise<T>): Promise<T> {
    const { keyPorts, tokenKeysOf } = await import("./keys.js");
    const opened = keyPorts(config, await tokenKeysOf(config), systemClock);
    return work(opened).finally(() => opened.close());
  }
  const trackerKeys: JwksPorts["trackerKeys"] = {
    seal: (...call) => using((ports) => ports.trackerKeys.seal(...call)),
    verify: () => undefined,
  };
  const webhookSender: JwksPorts["webhookSender"] = {
    checkUrl: (...call) => using((ports) => ports.webhookSender.checkUrl(...call)),
    newSecret: (...call) => using((ports) => ports.webhookSender.newSecret(...call)),
    send: (...call) => using((ports) => ports.webhookSender.send(...call)),
  };
  const partnerKeys = { ...noPartners.partnerKeys, checkUrl };
  return { ...noPartners, partnerKeys, trackerKeys, webhookSender, close() {} };
}

/** Returns the folder for files that were sent over HTTP. */
export const uploadFolderOf = ({ uploadFolder: folder, databaseUrl }: Config): string =>
  folder ?? (isPostgresUrl(databaseUrl) ? "./data/uploads" : `${databaseFile(databaseUrl)}.uploads`);

/** Opens the folder for uploads on demand, because most commands do not need the readers of files. */
function uploadFilesOf(config: Config): UploadFiles {
  let opened: Promise<UploadFiles> | undefined;
  const files = () =>
    (opened ??= import("@repute/adapter-files").then(({ uploadFolder }) =>
      uploadFolder(uploadFolderOf(config), { maxBytes: config.uploadBytes }),
    ));
  return {
    receive: async (...call) => (await files()).receive(...call),
    open: async (...call) => (await files()).open(...call),
    remove: async (...call) => (await files()).remove(...call),
    tidy: async (...call) => (await files()).tidy(...call),
  };
}

function userPorts(config: Config): Partial<Ports> {
  const { imageFolder, smtp } = config;
  return {
    uploadFiles: uploadFilesOf(config),
    imageEncoder: sharpImageEncoder(),
    ...(imageFolder !== undefined && { imageStore: folderImageStore(imageFolder) }),
    ...(smtp && { invitationMailer: smtpMailer(smtp), notificationMailer: smtpNotifier(smtp) }),
    passwordHasher: scryptPasswords().hash,
    commonPasswords: commonPasswords(),
  };
}

/**
 * Returns the database options.
 * Half of the connections are reserved for small reads, so that units of work cannot block them.
 */
function databaseOptions(config: Config): DatabaseOptions {
  const { databaseUrl, databasePool } = config;
  const writers = Math.floor(databasePool / 2);
  return { ...config, url: databaseUrl, readers: databasePool - writers, writers };
}

/**
 * Migrates the configured database. Returns the names of the applied migrations.
 * Warns about a superuser instead of refusing it, because `DATABASE_URL` may name the server's role later.
 */
export async function migrateDatabase(config: Config, warn: (message: string) => void): Promise<readonly string[]> {
  const db = await openDatabase({ ...databaseOptions(config), onSuperuser: warn });
  try {
    return await db.migrate();
  } finally {
    await db.close();
  }
}

/** Connects to the configured database, runs `work`, and closes the database again. Throws as the server would. */
export async function withDatabase<T>(
  config: Config,
  warn: (message: string) => void,
  work?: (database: Database) => Promise<T>,
): Promise<T | undefined> {
  const db = await openDatabase({ ...databaseOptions(config), ...(config.allowSuperuser && { onSuperuser: warn }) });
  try {
    return await work?.(db);
  } finally {
    await db.close();
  }
}

/** Measures an account of the configured database, in rows and bytes. */
export const sizeOf = (config: Config, account: AccountId): Promise<AccountSize> =>
  accountSize({ ...databaseOptions(config), ...(config.allowSuperuser && { onSuperuser: () => {} }) }, account);

/** Runs a check at most once per interval in milliseconds. Calls within the interval get the last result. */
export function atIntervals(check: () => Promise<void>, interval: number): () => Promise<void> {
  let last: { readonly at: number; readonly result: Promise<void> } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at >= interval) last = { at: now, result: check() };
    return last.result;
  };
}
