import { type CheckedAccount, type DatabaseOptions, type MovedAccount, openMove } from "@repute/adapter-typeorm";
import { defined } from "@repute/domain";
import type { Command } from "commander";
import { type Config, readConfig } from "../settings/config.js";
import { failureText } from "../terminal/failure.js";
import { paragraphs, print, QuietEnd, showProgress, table, type Text } from "../terminal/output.js";
import { exitCodes, type Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, operator, refuseAbsent, refuseLostDatabase, warningsOn } from "./command.js";

type MoveOptions = JsonOption & {
  readonly from?: string;
  readonly to: string;
  readonly account?: string;
  readonly dryRun?: true;
};

type Moving = Awaited<ReturnType<typeof openMove>>;

export function addMoveCommand(program: Command, terminal: Terminal): void {
  addCommand(
    program,
    "move",
    "Move accounts into another database with their tokens and cursors, while a server uses the databases",
    [
      "repute move --from sqlite:./data/repute.db --to postgres://repute@db.example/repute --dry-run",
      "repute move --to sqlite:/srv/acme/repute.db --account acme",
    ],
  )
    .option("--from <url>", "Database that has the accounts (default: DATABASE_URL)")
    .requiredOption("--to <url>", "Database that gets the accounts, such as sqlite:./repute.db")
    .option("--account <key>", "Key of the account (default: all accounts)")
    .option("--dry-run", "Count the rows and check whether the target accepts the accounts, but move nothing")
    .action(async ({ from, to, dryRun, ...wanted }: MoveOptions) => {
      const config = readConfig(terminal.env);
      const source = { ...config, databaseUrl: from ?? config.databaseUrl };
      await refuseLostDatabase(source, "repute migrate --create");
      refuseAbsent(source);
      const progress = showProgress(terminal.stderr, "rows");
      const moving = await openMove({
        from: optionsOf(source, terminal),
        to: optionsOf({ ...config, databaseUrl: to }, terminal),
        ...defined({ isDryRun: dryRun }),
        operator,
        onProgress: (phase, done, of) => progress.show({ phase, done, ...defined({ of }) }),
      });
      try {
        await (dryRun ? checkAll : moveAll)(moving, wanted, terminal);
      } finally {
        progress.end();
        await moving.close();
      }
    });
}

const optionsOf = ({ databaseUrl: url, allowSuperuser }: Config, terminal: Terminal): DatabaseOptions => ({
  url,
  ...(allowSuperuser && { onSuperuser: warningsOn(terminal) }),
});

type Wanted = JsonOption & Pick<MoveOptions, "account">;

async function checkAll(moving: Moving, { account, json }: Wanted, terminal: Terminal): Promise<void> {
  const checked: CheckedAccount[] = [];
  for (const one of await moving.accounts(account)) checked.push(await moving.check(one));
  const text = table(
    ["account", "rows", "accepted"],
    checked.map(({ key, rows, problem }) => [
      key,
      sum(Object.values(rows)),
      problem ? `no: ${problem.message}` : "yes",
    ]),
  );
  print(terminal, { json: { accounts: checked }, text }, json);
  if (checked.some(({ problem }) => problem !== null)) throw new QuietEnd(exitCodes.failure);
}

/** Moves accounts one by one. If one fails, prints which accounts were moved before. */
async function moveAll(moving: Moving, { account, json }: Wanted, terminal: Terminal): Promise<void> {
  const moved: MovedAccount[] = [];
  try {
    for (const one of await moving.accounts(account)) {
      moved.push(await moving.move(one));
      await moving.seal(one).catch((error: unknown) => warningsOn(terminal)(`${notSealed} ${failureText(error)}`));
    }
  } finally {
    print(terminal, { json: { accounts: moved.map(itemOf) }, text: movedText(moved) }, json);
  }
}

const notSealed = "The account was moved, but its lists were not compressed. The server compresses them later.";

const itemOf = ({ key, number, newNumber, tables, frozen }: MovedAccount) => ({
  ...{ key, number, new_number: newNumber, read_only_ms: Math.round(frozen), tables },
});

function movedText(moved: readonly MovedAccount[]): Text {
  if (moved.length === 0) return "Moved no account";
  const rows = table(
    ["account", "rows", "read-only (s)", "number", "new number"],
    moved.map(({ key, tables, frozen, number, newNumber }) => [
      ...[key, sum(Object.values(tables).map((one) => one.rows)), (frozen / 1_000).toFixed(1)],
      ...[String(number), String(newNumber)],
    ]),
  );
  return paragraphs(
    rows,
    "The rows were compared by checksums. The accounts are disabled in the old database. Serve the new database with the same TOKEN_KEYS.",
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
