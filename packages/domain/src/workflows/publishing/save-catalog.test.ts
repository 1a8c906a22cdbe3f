import { beforeEach, expect, it } from "@jest/globals";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { bundleOf } from "../../testing/builders.js";
import { readList } from "../../testing/fresh-storage.js";
import { type TwoAccounts, twoAccounts } from "../../testing/practices.js";

let practices: TwoAccounts;
beforeEach(async () => void (practices = await twoAccounts()));

const rows = async (account: AccountId) => (await readList(practices.ports.storage, account, "account")).items;
const load = (...lines: object[]) => practices.domain.bundle.load(practices.acme, bundleOf(lines));
const settings = {
  value_new_patient: "250.00",
  value_existing_patient: "99.50",
  currency: "EUR",
  match_window_days: 30,
};

it("a new account is the only row of its list", async () => {
  expect(await rows(practices.zenith)).toEqual([
    {
      ...{ key: "zenith", name: "Zenith", time_zone: "UTC", currency: "USD", match_window_days: 90 },
      ...{ value_new_patient: "0.00", value_existing_patient: "0.00" },
    },
  ]);
});

it("the row shows new settings, and rendering the lists again does not change it", async () => {
  await load({ kind: "account", time_zone: "America/Denver", ...settings });
  const expected = [{ key: "acme", name: "Acme", time_zone: "America/Denver", ...settings }];
  expect(await rows(practices.acme)).toEqual(expected);
  await practices.domain.feed.rebuild(practices.acme);
  expect(await rows(practices.acme)).toEqual(expected);
  expect(await rows(practices.zenith)).toMatchObject([{ time_zone: "UTC" }]);
});

it("a new time zone changes the local dates of conversions and appointments", async () => {
  const phone = "8015550142";
  await load(
    { kind: "campaign", id: 7, name: "Spring", channel: "Email", scct_parameter: "s" },
    {
      kind: "submission",
      id: 1,
      submission_date: "2026-03-02T03:00:00Z",
      scct_parameter: "s",
      phone_number: phone,
      conversion_type: "Online",
      patient_name: "Cal Reed",
    },
    { kind: "appointment", id: 2, appointment_at: "2026-03-05T03:00:00Z", phone, patient_name: "Cal Reed" },
  );
  const dates = async () => {
    const keyed = await Promise.all(
      (["conversions", "appointments"] as const).map((list) =>
        readList(practices.ports.storage, practices.acme, list, { keyed: true }),
      ),
    );
    return keyed.flatMap(({ items }) => items).map((row) => [row["_local_date"], row["_appt_local_date"]]);
  };
  expect(await dates()).toEqual([
    ["2026-03-02", "2026-03-05"],
    [undefined, "2026-03-05"],
  ]);
  await load({ kind: "account", time_zone: "America/Denver" });
  expect(await dates()).toEqual([
    ["2026-03-01", "2026-03-04"],
    [undefined, "2026-03-04"],
  ]);
});

it("a new time zone changes the local dates of reviews, NPS surveys and invites", async () => {
  const at = "2026-03-02T03:00:00Z";
  await load(
    { kind: "platform", id: 3, name: "Google", is_survey: false },
    { kind: "review", id: 1, platform_id: 3, create_time: at, extras: { plan: "gold", __proto__2: "x" } },
    { kind: "nps_survey", id: 2, platform_id: 3, nps_rating: 9, create_time: at },
    { kind: "invite", id: 3, type: "sms", sent_to: "801-555-0142", sent_at: at },
  );
  const rows = async () => {
    const lists = ["reviews", "surveys", "invites"] as const;
    const keyed = lists.map((list) => readList(practices.ports.storage, practices.acme, list, { keyed: true }));
    return (await Promise.all(keyed)).flatMap(({ items }) => items);
  };
  const dates = async () => (await rows()).map((row) => row["_local_date"]);
  expect((await rows()).map((row) => row["_custom_fields"])).toEqual([
    { plan: "gold", __proto__2: "x" },
    {},
    undefined,
  ]);
  expect(await dates()).toEqual(["2026-03-02", "2026-03-02", "2026-03-02"]);
  await load({ kind: "account", time_zone: "America/Denver" });
  expect(await dates()).toEqual(["2026-03-01", "2026-03-01", "2026-03-01"]);
});

it("appointments have a patient key, which is equal if campaign summaries count them as one patient", async () => {
  const appointment = (id: number, more: object) => ({
    kind: "appointment",
    id,
    appointment_at: "2026-03-05T03:00:00Z",
    ...more,
  });
  const phone = "8015550142";
  await load(
    appointment(1, { patient_id: "MRN-5", phone }),
    appointment(2, { patient_id: "MRN-5" }),
    appointment(3, { phone, patient_name: "A" }),
    appointment(4, { phone, patient_name: "B" }),
    appointment(5, { patient_name: "B" }),
    appointment(6, {}),
  );
  const { items } = await readList(practices.ports.storage, practices.acme, "appointments", {
    keyed: true,
    order: "oldest",
  });
  const keys = items.map((row) => String(row["_patient_key"]));
  expect(keys.map((key) => keys.indexOf(key) + 1)).toEqual([1, 1, 3, 3, 5, 6]);
});
