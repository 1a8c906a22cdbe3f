import type { PlatformId, ReviewId } from "../foundation/kernel/ids.js";
import type { Origin } from "../subjects/widget/origin.js";
import type { Widget, WidgetId } from "../subjects/widget/widget.js";
import { anAuditRecord } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const aWidget = (overrides: Partial<Widget> = {}): Widget => ({
  id: "AAAAAAAAAAAAAAAAAAAAAA" as WidgetId,
  reviewIdKey: "secret",
  limit: 7,
  minRating: 3,
  firstNameOnly: true,
  platformIds: [3, 4] as PlatformId[],
  allowedOrigins: ["https://www.practice.example" as Origin],
  pinnedReviewIds: [9, 2] as ReviewId[],
  hiddenReviewIds: [5] as ReviewId[],
  ...overrides,
});

export function widgetsContract(fresh: Fresh): void {
  describe("embed widgets", () => {
    const open = freshStorage(fresh);
    const save = (widget: Widget, account = open.mine) =>
      open.storage.transact(account, ({ widgets }) => widgets.save(account, widget));
    const read = (account = open.mine) => open.storage.read(account, ({ widgets }) => widgets.read(account));
    const disable = (disabled: boolean) =>
      open.storage.accounts.setDisabled(open.mine, disabled, anAuditRecord({ action: "disable_account" }));

    it("are absent before they are configured", async () => {
      expect(await read()).toBeUndefined();
    });

    it("keep all settings, including unspecified platforms", async () => {
      for (const widget of [
        aWidget(),
        aWidget({
          platformIds: null,
          firstNameOnly: false,
          allowedOrigins: [],
          pinnedReviewIds: [],
          hiddenReviewIds: [],
        }),
      ]) {
        await save(widget);
        expect(await read()).toEqual(widget);
      }
    });

    it("belong to one account", async () => {
      await save(aWidget());
      expect(await read(open.other)).toBeUndefined();
    });

    it("are found only by their own id, without an account", async () => {
      await save(aWidget());
      await save(aWidget({ id: "BBBBBBBBBBBBBBBBBBBBBB" as WidgetId }), open.other);
      const ownerOf = async (id: string) => (await open.storage.widgets.ownerOf(id as WidgetId))?.account;
      expect(await ownerOf("AAAAAAAAAAAAAAAAAAAAAA")).toBe(open.mine);
      expect(await ownerOf("BBBBBBBBBBBBBBBBBBBBBB")).toBe(open.other);
      expect(await ownerOf("CCCCCCCCCCCCCCCCCCCCCC")).toBeUndefined();
    });

    it("include the practice's name", async () => {
      await save(aWidget());
      const [owner] = (await open.storage.accounts.all()).filter(({ id }) => id === open.mine);
      expect(await open.storage.widgets.ownerOf(aWidget().id)).toEqual({ account: open.mine, name: owner?.name });
    });

    it("are not found while the account is disabled", async () => {
      await save(aWidget());
      await disable(true);
      expect(await open.storage.widgets.ownerOf(aWidget().id)).toBeUndefined();
      await disable(false);
      expect(await open.storage.widgets.ownerOf(aWidget().id)).toMatchObject({ account: open.mine });
    });

    it("leave no trace of a failed unit of work", async () => {
      const failing = open.storage.transact(open.mine, async ({ widgets }) => {
        await widgets.save(open.mine, aWidget());
        throw new Error("on purpose");
      });
      await expect(failing).rejects.toThrow("on purpose");
      expect([await read(), await open.storage.widgets.ownerOf(aWidget().id)]).toEqual([undefined, undefined]);
    });
  });
}
