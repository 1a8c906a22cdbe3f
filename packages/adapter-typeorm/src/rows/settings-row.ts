import type { AccountId, AccountSettings } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, flag, integer, text } from "./columns.js";
import { recordTable } from "./record-table.js";

type Row = RowOf<AccountSettings>;

const schema = new EntitySchema<Row>({
  name: "settings",
  tableName: "account_settings",
  columns: {
    accountId,
    timeZone: text("time_zone"),
    currency: text("currency"),
    matchWindowDays: integer("match_window_days"),
    valueNewPatient: integer("value_new_patient"),
    valueExistingPatient: integer("value_existing_patient"),
    monitoringOnly: flag("monitoring_only"),
  },
});

const toRow = (account: AccountId, settings: AccountSettings): Row => ({ accountId: account, ...settings });

const fromRow = ({ accountId: _, ...settings }: Row): AccountSettings => settings;

export const settingsTable = recordTable(schema, toRow, fromRow);
