import { byOperator } from "../../foundation/accounts/audit-trail.js";
import { firstOf, invalid, notFound } from "../../foundation/kernel/domain-error.js";
import { base64url, type Secrets } from "../../foundation/kernel/encodings.js";
import type { AccountId, PlatformId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/json.js";
import { lineOfMembers, type LineShape, membersOf, readLine, writeLine } from "../../foundation/kernel/line-shape.js";
import type { Ports, Reads } from "../../foundation/kernel/storage.js";
import {
  countOnly,
  type LoadedType,
  type Looking,
  type Mention,
  storingRecords,
} from "../../foundation/records/record-type.js";
import {
  type Widget,
  widgetBytes,
  type WidgetId,
  type WidgetLine,
  widgetLine,
  type WidgetReader,
  type WidgetSettings,
  type WidgetStore,
} from "./widget.js";

/** Widget settings in the format of a bundle's `widget` line, with the widget id. */
export type WidgetItem = { readonly id: WidgetId } & WidgetLine;

/** Changes to widget settings, in the format of a bundle's `widget` line. Absent keys leave settings unchanged. */
export type WidgetChanges = Readonly<Partial<Record<keyof typeof widgetLine, unknown>>>;

/** Changes the settings of the account's widget, or creates the widget if there is none. Throws `invalid_widget`. */
export function setWidget({ storage, secrets, clock, operator }: Ports) {
  return (account: AccountId, changes: WidgetChanges): Promise<WidgetItem> =>
    storage.transact(account, async (stores) => {
      const { widgets, catalog, audit } = stores;
      const before = await widgets.read(account);
      const line = readChanges({ ...(before && lineOfMembers(widgetLine, before)), ...changes });
      refuseUnknown(line.platform_ids ?? [], (await catalog.read(account, "platforms")).platforms);
      await recordWidgets([membersOf(line)], { stores, account }, secrets);
      const subject = `widget ${Object.keys(changes).join(", ")}`.trimEnd();
      await audit.append(account, [byOperator({ at: clock(), action: "change_widget", subject }, { operator })]);
      return itemOf((await widgets.read(account)) as Widget);
    });
}

/** Returns the settings of the account's widget. Throws `widget_not_configured`. */
export function showWidget({ storage }: { readonly storage: Reads<{ readonly widgets: WidgetReader }> }) {
  return (account: AccountId): Promise<WidgetItem> =>
    storage.read(account, async (stores) => itemOf(await configuredWidget(stores, account)));
}

/** Returns the account's widget. Throws `widget_not_configured`. */
export async function configuredWidget(
  { widgets }: { readonly widgets: WidgetReader },
  account: AccountId,
): Promise<Widget> {
  const widget = await widgets.read(account);
  if (widget) return widget;
  throw notFound("widget_not_configured", "the account has no embed widget configuration");
}

/**
 * Stores the last of the given widget settings. Returns the widget if it is new or changed, otherwise an empty array.
 */
async function recordWidgets(
  loaded: readonly WidgetSettings[],
  { stores, account }: { readonly stores: { readonly widgets: WidgetStore }; readonly account: AccountId },
  secrets: Secrets,
): Promise<readonly Widget[]> {
  const settings = loaded.at(-1);
  if (!settings) return [];
  const before = await stores.widgets.read(account);
  const { id, reviewIdKey } = before ?? newIdentity(secrets);
  const widget = { ...settings, id, reviewIdKey };
  if (sameValue(widget, before)) return [];
  await stores.widgets.save(account, widget);
  return [widget];
}

/** Deletes the account's widget. Returns the deleted widget, or an empty array if there was none. */
async function removeWidget(widgets: WidgetStore, account: AccountId): Promise<readonly Widget[]> {
  const widget = await widgets.read(account);
  await widgets.remove(account);
  return widget ? [widget] : [];
}

const newIdentity = (secrets: Secrets): Pick<Widget, "id" | "reviewIdKey"> => ({
  id: base64url(secrets.randomBytes(widgetBytes.id)) as WidgetId,
  reviewIdKey: base64url(secrets.randomBytes(widgetBytes.reviewIdKey)),
});

const itemOf = (widget: Widget): WidgetItem => ({ id: widget.id, ...lineOfMembers(widgetLine, widget) });

function readChanges(line: Readonly<Record<string, unknown>>): WidgetLine {
  const read = readLine<typeof widgetLine & LineShape>(widgetLine, line);
  if ("values" in read) return read.values;
  const problems = read.problems.map(({ key, message }) => ({ key, message: `${key}: ${message}` }));
  throw invalid("invalid_widget", firstOf(problems), problems);
}

function refuseUnknown(requested: readonly PlatformId[], platforms: readonly { readonly id: PlatformId }[]): void {
  const known = new Set(platforms.map(({ id }) => id));
  const unknown = requested.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  const message = `platform_ids: unknown platform id(s) for this account: ${unknown.join(", ")}`;
  throw invalid("invalid_widget", message, [{ key: "platform_ids", message }]);
}

/** Record type for embed widgets. An account has at most one widget. */
export const widgetType: LoadedType<"widget"> = {
  kind: "widget",
  lines: {
    shape: widgetLine,
    keys: [],
    storing: storingRecords(widgetLine, membersOf, (widgets, work, { secrets }) =>
      recordWidgets(widgets, work, secrets),
    ),
    async *stored({ widgets }, account) {
      const widget = await widgets.read(account);
      if (widget) yield [writeLine(widgetLine, widget)];
    },
    removing: async (_, { stores, account }) => countOnly(await removeWidget(stores.widgets, account)),
  },
  mentions: widgetMentions,
};

async function* widgetMentions({ lineOf, read }: Looking): AsyncGenerator<Mention> {
  if (lineOf("widget", "") !== undefined) return;
  const widget = await read(({ widgets }, account) => widgets.read(account));
  for (const id of widget?.platformIds ?? []) yield { kind: "platform", id, by: "the widget" };
}
