import type { AccountId, Widget, WidgetDirectory, WidgetStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { widgetIdTable, widgetTable } from "../tables/widgets.js";

export const widgetStore = (session: Session): WidgetStore => ({
  read: (account) => widgetOf(session, account),
  async save(account, widget) {
    await widgetTable.save(session, account, [widget]);
    await widgetIdTable.insert(session, { id: widget.id, account });
  },
  async remove(account) {
    const widget = await widgetOf(session, account);
    if (!widget) return;
    await session.run("DELETE FROM widgets WHERE account_id = $1", [account]);
    await session.run("DELETE FROM widget_ids WHERE account_id = $1 AND id = $2", [account, widget.id]);
  },
});

async function widgetOf(session: Session, account: AccountId): Promise<Widget | undefined> {
  const [widget] = await widgetTable.find(session, widgetTable.own, [account]);
  return widget;
}

const owner = `SELECT a.id AS account, a.name AS name FROM widget_ids w JOIN accounts a ON a.id = w.account_id
  WHERE w.id = $1 AND NOT a.disabled`;

/** Returns the directory of all accounts' widgets. `session` must see the latest commit. */
export const widgetDirectory = (session: Session): WidgetDirectory => ({
  async ownerOf(id) {
    const [row] = await session.query(owner, [id]);
    return row && { account: row["account"] as AccountId, name: row["name"] as string };
  },
});
