import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { resolve } from "node:path";
import type { Domain } from "@repute/domain";
import { notFound, originText } from "@repute/domain";
import type { Command } from "commander";
import { openDomain } from "../compose.js";
import type { Config } from "../config.js";
import { readConfig } from "../config.js";
import { isPostgresUrl } from "../settings/urls.js";
import type { Terminal } from "../terminal.js";

/** The option that every command has. */
export type JsonOption = { readonly json?: true };

/** Adds a command to `parent` that has `--json` and whose help shows how it is used. */
export function addCommand(parent: Command, name: string, description: string, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ ${example}`).join("\n");
  return parent
    .command(name)
    .description(description)
    .option("--json", "Print JSON")
    .addHelpText("after", `\nExample${examples.length > 1 ? "s" : ""}:\n${lines}`);
}

/** Who runs the command. A user without an entry in the user database is identified by number. */
function operator(): { readonly osUser: string } {
  try {
    return { osUser: originText(userInfo().username) ?? "unknown" };
  } catch {
    return { osUser: `uid ${process.getuid?.() ?? "unknown"}` };
  }
}

/** Runs `work` on the configured database, which is made when it is not there, and closed however the work ends. */
export async function withDomain<T>({ env }: Terminal, work: (domain: Domain) => Promise<T>): Promise<T> {
  const { domain, close } = await openDomain(readConfig(env), { operator });
  try {
    return await work(domain);
  } finally {
    await close();
  }
}

/** The same for work that looks for something: a wrong path must not leave an empty database behind. */
export async function withExistingDomain<T>(terminal: Terminal, work: (domain: Domain) => Promise<T>): Promise<T> {
  refuseAbsent(readConfig(terminal.env));
  return withDomain(terminal, work);
}

function refuseAbsent({ databaseUrl }: Config): void {
  if (isPostgresUrl(databaseUrl)) return;
  const file = resolve(databaseUrl.replace(/^sqlite:/, ""));
  if (existsSync(file)) return;
  throw notFound(
    "database_absent",
    `there is no database at ${file}; set DATABASE_URL, or create a database with "repute account create"`,
  );
}
