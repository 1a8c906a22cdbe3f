import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Widget, WidgetId } from "./widget.js";

export interface WidgetReader {
  /** Returns the account's widget, or `undefined` if the account has no widget. */
  read(account: AccountId): Promise<Widget | undefined>;
}

export interface WidgetStore extends WidgetReader {
  save(account: AccountId, widget: Widget): Promise<void>;
  /** Deletes the account's widget, if there is one. The widget id becomes invalid. */
  remove(account: AccountId): Promise<void>;
}

/** Account that owns a widget. `name` is the name of the practice. */
export type WidgetOwner = { readonly account: AccountId; readonly name: string };

/** Looks up widgets by id, before the account is known. */
export interface WidgetDirectory {
  /** Returns the owner of a widget. Returns `undefined` if the id is unknown or the account is disabled. */
  ownerOf(id: WidgetId): Promise<WidgetOwner | undefined>;
}
