import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { type AccountId, type Audience, type Domain, isDomainError, type TokenKind, tokenKinds } from "@repute/domain";

/** Working tokens, one of each kind. */
export type DemoCredentials = Readonly<Record<TokenKind, string>>;

/** Reads the credentials from `file`. Replaces each credential that is missing or no longer works. */
export async function demoCredentials(domain: Domain, account: AccountId, file: string): Promise<DemoCredentials> {
  const stored = await storedCredentials(file);
  const entries: [TokenKind, string][] = [];
  for (const kind of tokenKinds) entries.push([kind, await workingToken(domain, account, kind, stored[kind])]);
  const working = Object.fromEntries(entries) as DemoCredentials;
  if (entries.some(([kind, token]) => token !== stored[kind])) await keep(file, working);
  return working;
}

async function workingToken({ access }: Domain, account: AccountId, kind: TokenKind, stored: unknown): Promise<string> {
  if (typeof stored === "string" && (await works(access, account, kind, stored))) return stored;
  return (await access.createToken(account, { kind, name: "demo" })).token;
}

const audiences: Readonly<Record<TokenKind, Audience>> = {
  "account-key": "v1-data",
  "api-token": "v2-data",
  "web-forms": "submissions",
};

async function works(access: Domain["access"], account: AccountId, kind: TokenKind, token: string): Promise<boolean> {
  try {
    const caller = await access.authenticate(audiences[kind], token);
    return caller.account === account && caller.kind === kind;
  } catch (error) {
    if (isDomainError(error)) return false;
    throw error;
  }
}

/** Reads the stored credentials. An absent or invalid file counts as empty. */
async function storedCredentials(file: string): Promise<Partial<Record<TokenKind, unknown>>> {
  try {
    const stored: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/** Replaces the file atomically. Only the owner can read and write the new file. */
async function keep(file: string, credentials: DemoCredentials): Promise<void> {
  const fresh = `${file}.new`;
  await rm(fresh, { force: true });
  await writeFile(fresh, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(fresh, file);
}
