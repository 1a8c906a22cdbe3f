import type { AccountId } from "../kernel/ids.js";
import type { Widget, WidgetId } from "./widget.js";

/** Reads the widget of an account. */
export interface WidgetReader {
  /** `undefined` while the account has none. */
  read(account: AccountId): Promise<Widget | undefined>;
}

/** The widget of the account of a unit of work. */
export interface WidgetStore extends WidgetReader {
  /** Inserts the widget, or replaces the account's. */
  save(account: AccountId, widget: Widget): Promise<void>;
  /** Takes the account's widget out, so that its id is nobody's; nothing happens without one. */
  remove(account: AccountId): Promise<void>;
}

/** Whose widget it is; `name` is the practice's. */
export type WidgetOwner = { readonly account: AccountId; readonly name: string };

/** Widgets of all accounts: looked up before the account is known. */
export interface WidgetDirectory {
  /** `undefined` for an unknown id, and for the widget of a disabled account. */
  ownerOf(id: WidgetId): Promise<WidgetOwner | undefined>;
}
