import { readFile } from "node:fs/promises";
import {
  invalid,
  type TimeZone,
  type TrackerEventItem,
  type TrackerItem,
  type TrackerKind,
  trackerKinds,
} from "@repute/domain";
import { type Command, Option } from "commander";
import { readConfig } from "../settings/config.js";
import { minuteText, paragraphs, print, table, type Text } from "../terminal/output.js";
import { printable, type Terminal } from "../terminal/terminal.js";
import { addCommand, type JsonOption, withExistingDomain } from "./command.js";

type AccountOptions = JsonOption & { readonly account: string };
type NamedOptions = AccountOptions & { readonly name: string };
type KeyOptions = NamedOptions & { readonly keyFile: string };
type MappingOptions = { readonly mapping?: string };

const mappingDescription = "JSON file with JSON pointers to the values in events";

export function addTrackerCommands(program: Command, terminal: Terminal): void {
  const tracker = program.command("tracker").description("Receive calls and opt-outs from call trackers by webhook");
  const add = (name: string, description: string, example: string) =>
    addCommand(tracker, name, description, [`repute tracker ${name} --account acme${example}`]).requiredOption(
      "--account <key>",
      "Key of the account",
    );
  const addNamed = (name: string, description: string, example = "") =>
    add(name, description, ` --name Main${example}`).requiredOption("--name <name>", "Name of the tracker");

  addNamed("create", "Create a tracker and print the path that receives events", " --kind callrail --key-file key.txt")
    .addOption(new Option("--kind <kind>", "Kind of call tracker").choices(trackerKinds).makeOptionMandatory())
    .requiredOption("--key-file <file>", "File with the key with which the call tracker signs events")
    .option("--mapping <file>", `${mappingDescription}, for the kind generic`)
    .action(async ({ account, name, kind, keyFile, mapping, json }: KeyOptions & MappingOptions & KindOption) => {
      const wanted = { name, kind, key: await keyIn(keyFile), mapping: await mappingIn(mapping) };
      const created = await withExistingDomain(terminal, async ({ accounts, trackers }) =>
        trackers.create((await accounts.byKey(account)).id, wanted),
      );
      print(terminal, { json: withUrl(created, terminal), text: urlText(created, terminal) }, json);
    });

  add("list", "List the trackers of an account", "").action(async ({ account, json }: AccountOptions) => {
    const { items, timeZone } = await withExistingDomain(terminal, async ({ accounts, trackers }) => {
      const { id } = await accounts.byKey(account);
      return { items: await trackers.list(id), ...(await accounts.settings(id)) };
    });
    print(terminal, { json: { items }, text: trackerTable(items, timeZone) }, json);
  });

  addNamed("show", "Show a tracker with its latest 100 events").action(
    async ({ account, name, json }: NamedOptions) => {
      const { timeZone, ...found } = await withExistingDomain(terminal, async ({ accounts, trackers }) => {
        const { id } = await accounts.byKey(account);
        return { ...(await trackers.show(id, name)), timeZone: (await accounts.settings(id)).timeZone };
      });
      const { tracker: item, events } = found;
      const text = paragraphs(trackerTable([item], timeZone), urlText(item, terminal), eventTable(events, timeZone));
      print(terminal, { json: { ...withUrl(item, terminal), latest: events }, text }, json);
    },
  );

  addNamed("rotate", "Replace the key of a tracker; the earlier key works for 7 more days", " --key-file key.txt")
    .requiredOption("--key-file <file>", "File with the new key")
    .action(async ({ account, name, keyFile, json }: KeyOptions) => {
      const key = await keyIn(keyFile);
      const item = await withExistingDomain(terminal, async ({ accounts, trackers }) =>
        trackers.rotate((await accounts.byKey(account)).id, name, key),
      );
      const until = `The earlier key works until ${item.earlier_key_until}.`;
      print(terminal, { json: item, text: `Replaced the key of ${printable(name)}. ${until}` }, json);
    });

  addNamed("retry", "Process the events of a tracker again that could not be mapped", " --mapping mapping.json")
    .option("--mapping <file>", `${mappingDescription}, which replaces the mapping of the tracker`)
    .action(async ({ account, name, mapping, json }: NamedOptions & MappingOptions) => {
      const wanted = await mappingIn(mapping);
      const result = await withExistingDomain(terminal, async ({ accounts, trackers }) => {
        const { id } = await accounts.byKey(account);
        const retried = await trackers.retry(id, name, wanted);
        await trackers.work();
        return { retried, ...(await trackers.show(id, name)).tracker.events };
      });
      const text = `Retried: ${result.retried}. Still unmapped: ${result.unmapped}`;
      print(terminal, { json: result, text }, json);
    });

  addNamed("remove", "Remove a tracker; its calls stay").action(async ({ account, name, json }: NamedOptions) => {
    const item = await withExistingDomain(terminal, async ({ accounts, trackers }) =>
      trackers.remove((await accounts.byKey(account)).id, name),
    );
    print(terminal, { json: item, text: `Removed ${printable(name)}. Its path accepts no more events.` }, json);
  });
}

type KindOption = { readonly kind: TrackerKind };

/** Reads a key from a file, without the line break at the end. */
const keyIn = async (file: string): Promise<string> => (await readFile(file, "utf8")).replace(/\r?\n$/, "");

async function mappingIn(file: string | undefined): Promise<unknown> {
  if (file === undefined) return undefined;
  const text = await readFile(file, "utf8");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalid("invalid_mapping", `the file ${printable(file)} must contain JSON`);
  }
}

const urlOf = ({ path }: TrackerItem, { env }: Terminal): string | undefined => {
  const { baseUrl } = readConfig(env);
  return baseUrl && baseUrl + path;
};

const withUrl = (item: TrackerItem, terminal: Terminal) => ({ ...item, url: urlOf(item, terminal) ?? null });

const urlText = (item: TrackerItem, terminal: Terminal): string =>
  `Send events to ${urlOf(item, terminal) ?? `${item.path} (set BASE_URL to see the whole URL)`}`;

const trackerTable = (items: readonly TrackerItem[], timeZone: TimeZone): Text =>
  table(
    ["tracker", "kind", `last event (${timeZone})`, "stored", "ignored", "unmapped", "waiting"],
    items.map(({ name, kind, last_event_at: last, events: { stored, ignored, unmapped, waiting } }) => [
      ...[printable(name), kind, last === null ? "" : minuteText(last, timeZone)],
      ...[stored, ignored, unmapped, waiting],
    ]),
  );

const eventTable = (events: readonly TrackerEventItem[], timeZone: TimeZone): Text =>
  table(
    ["event", `received (${timeZone})`, "state", "conversion", "reason"],
    events.map(({ id, received_at: at, state, conversion, reason }) => [
      ...[String(id), minuteText(at, timeZone), state, conversion ?? "", printable(reason ?? "")],
    ]),
  );
