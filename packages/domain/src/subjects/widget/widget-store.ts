import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Widget, WidgetId } from "./widget.js";

/** Reads the widget of an account. */
export interface WidgetReader {
  /** Returns `undefined` if the account has no widget. */
  read(account: AccountId): Promise<Widget | undefined>;
}

/** Store of an account's widget in a unit of work. */
export interface WidgetStore extends WidgetReader {
  /** Saves or replaces the account's widget. */
  save(account: AccountId, widget: Widget): Promise<void>;
  /** Deletes the account's widget, if there is one. Its id becomes invalid. */
  remove(account: AccountId): Promise<void>;
}

/** Account of a widget. `name` is the practice's name. */
export type WidgetOwner = { readonly account: AccountId; readonly name: string };

/** Looks up widgets across accounts, before the account is known. */
export interface WidgetDirectory {
  /** Returns `undefined` for an unknown id and for the widget of a disabled account. */
  ownerOf(id: WidgetId): Promise<WidgetOwner | undefined>;
}
