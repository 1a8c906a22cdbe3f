import { describe, expect, it } from "@jest/globals";
import { at } from "@repute/domain/testing";
import { freshDatabase } from "../../test/fresh-database.js";
import { kindsOfSlices } from "../../test/slices.js";
import type { SliceForm } from "../lists/access-path.js";
import { openListConnection } from "./list-connection.js";
import { listStatements } from "./list-statements.js";

describe("the list statements on SQLite", () => {
  const open = freshDatabase();
  const plansOf = (slice: SliceForm) => {
    const connection = openListConnection(open.file);
    const plans: string[] = [];
    const prepare = (sql: string) => {
      const steps = connection.raw.prepare(`EXPLAIN QUERY PLAN ${sql.replace(/@\w+/g, "1")}`).all();
      plans.push(...(steps as { readonly detail: string }[]).map(({ detail }) => detail));
      return connection.prepare(sql);
    };
    const statements = listStatements({ ...connection, prepare }, open.account, "reviews", slice);
    const all = { after: undefined, last: undefined };
    statements.gatherFirst(all, 1, 1);
    statements.soleAt(0);
    statements.positionOf(all, 1);
    statements.retainFirst(all, 1);
    statements.measure(all);
    connection.raw.close();
    return plans;
  };

  it.each(kindsOfSlices)("walk an index in the order of the slice without sorting: %j", (slice) => {
    const plans = plansOf(slice);
    expect(plans.filter((step) => /^(SEARCH|SCAN) feed/.test(step))).not.toEqual([]);
    expect(plans.filter((step) => /^SCAN feed|TEMP B-TREE|AUTOMATIC/.test(step))).toEqual([]);
  });

  it.each(kindsOfSlices.filter(({ order }) => order !== "modified"))(
    "read few changes through the index of changes: %j",
    (slice) => {
      const plans = plansOf({ modifiedSince: at("2026-03-01"), ...slice, hasFewChanges: true });
      const reads = plans.filter((step) => /^(SEARCH|SCAN) feed( |$)/.test(step));
      expect(reads.filter((step) => !step.includes("at=? AND kind=? AND id=?"))).toEqual([]);
      const changed = plans.filter((step) => step.startsWith("SEARCH walked"));
      const path = "INDEX feed_by_modification (account_id=? AND list=? AND modified_at>?)";
      expect(changed.filter((step) => !step.includes(path))).toEqual([]);
      expect(changed).not.toEqual([]);
    },
  );

  it("read a whole list from the table itself", () => {
    const [first] = plansOf({}).filter((step) => step.startsWith("SEARCH feed"));
    expect(first).toBe(
      "SEARCH feed USING PRIMARY KEY (account_id=? AND list=? AND (at,kind,id)>(?,?,?) AND (at,kind,id)<(?,?,?))",
    );
  });
});
