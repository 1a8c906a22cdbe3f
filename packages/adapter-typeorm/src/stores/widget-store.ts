import type { AccountId, WidgetDirectory, WidgetStore } from "@repute/domain";
import { widgetIdTable, widgetTable } from "../rows/widgets.js";
import type { Session } from "../session.js";

/** The widget of the account of a unit of work. */
export const typeormWidgetStore = (session: Session): WidgetStore => ({
  async read(account) {
    const [widget] = await widgetTable.find(session, widgetTable.own, [account]);
    return widget;
  },
  async save(account, widget) {
    await widgetTable.save(session, account, [widget]);
    await widgetIdTable.insert(session, { id: widget.id, account });
  },
});

const owner = `SELECT a.id AS account, a.name AS name FROM widget_ids w JOIN accounts a ON a.id = w.account_id
  WHERE w.id = $1 AND NOT a.disabled`;

/** Widgets of all accounts, on a session that sees whatever is committed. */
export const typeormWidgetDirectory = (session: Session): WidgetDirectory => ({
  async ownerOf(id) {
    const [row] = await session.query(owner, [id]);
    return row && { account: row["account"] as AccountId, name: row["name"] as string };
  },
});
