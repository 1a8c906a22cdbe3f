import type { CalendarDate } from "../foundation/kernel/calendar-date.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import type { Phone } from "../foundation/kernel/phone.js";
import { anAppointment } from "./attribution-builders.js";
import { aLocation, aMessage, anInvite, aPlatform, aProvider, at } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const phone = (last: number) => `+1801555${String(last).padStart(4, "0")}` as Phone;

export function contactsContract(fresh: Fresh): void {
  describe("contacts", () => {
    const open = freshStorage(fresh);
    const invite = (account: AccountId, ...sent: (readonly [phone: Phone | null, day: string])[]) =>
      open.storage.transact(account, async ({ catalog, invites }) => {
        await catalog.save(account, {
          locations: [aLocation()],
          providers: [aProvider()],
          platforms: [aPlatform()],
          messages: [aMessage()],
        });
        const records = sent.map(([phone, day], index) =>
          anInvite({ id: (index + 1) as never, phone, sentAt: at(day), sentTo: "as sent" }),
        );
        await invites.save(account, records);
      });
    const earliest = async (...phones: Phone[]) =>
      Object.fromEntries(
        await open.storage.transact(open.mine, ({ contacts }) => contacts.earliest(open.mine, phones)),
      );

    it("are the earliest of each requested number", async () => {
      await invite(
        open.mine,
        [phone(1), "2026-03-02"],
        [phone(1), "2026-03-01"],
        [phone(1), "2026-03-03"],
        [phone(2), "2025-12-31"],
        [null, "2024-01-01"],
        [phone(3), "2024-01-01"],
      );
      expect(await earliest(phone(1), phone(2), phone(4))).toEqual({
        [phone(1)]: { at: at("2026-03-01"), date: null },
        [phone(2)]: { at: at("2025-12-31"), date: null },
      });
      expect(await earliest()).toEqual({});
    });

    it("include appointments, with the first time and the first date", async () => {
      const [moment, day] = [at("2026-02-01"), "2026-01-31" as CalendarDate];
      await invite(open.mine, [phone(1), "2026-03-02"], [phone(2), "2026-03-02"]);
      await open.storage.transact(open.mine, ({ appointments }) =>
        appointments.save(open.mine, [
          anAppointment({ id: 1 as never, phones: [phone(1), phone(3)], at: moment }),
          anAppointment({ id: 2 as never, phones: [phone(1)], at: at("2026-02-02") }),
          anAppointment({ id: 3 as never, phones: [phone(2)], at: day }),
          anAppointment({ id: 4 as never, phones: [phone(2)], at: "2026-02-01" as CalendarDate }),
        ]),
      );
      expect(await earliest(phone(1), phone(2), phone(3), phone(4))).toEqual({
        [phone(1)]: { at: moment, date: null },
        [phone(2)]: { at: at("2026-03-02"), date: day },
        [phone(3)]: { at: moment, date: null },
      });
    });

    it("can be read for many numbers at once", async () => {
      const phones = Array.from({ length: 450 }, (_, index) => phone(index));
      await invite(open.mine, ...phones.map((one) => [one, "2026-03-01"] as const));
      expect(Object.keys(await earliest(...phones, phone(999)))).toHaveLength(450);
    });

    it("belong to one account", async () => {
      await invite(open.mine, [phone(1), "2026-03-02"]);
      await invite(open.other, [phone(1), "2026-03-01"], [phone(2), "2026-03-01"]);
      expect(await earliest(phone(1), phone(2))).toEqual({ [phone(1)]: { at: at("2026-03-02"), date: null } });
    });
  });
}
