import type { CalendarDate } from "../foundation/kernel/calendar-date.js";
import type { EmailAddress } from "../foundation/kernel/email.js";
import { conversionsOfKind } from "../subjects/conversions/conversion-store.js";
import { type Conversion, type ConversionKind, conversionKinds } from "../subjects/conversions/conversion.js";
import { aLocation, aProvider, at, locationId, providerId } from "./builders.js";
import { aCampaign, aConversion } from "./conversion-builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { recordsContract } from "./records.contract.js";
import { describe, expect, it } from "./runner.js";

const linked = {
  appointmentId: 77 as never,
  locationId: locationId(1),
  providerId: providerId(10),
  patientId: "MRN-5",
  patientName: "Zoë 🙂 O'Neil",
};

export function conversionsContract(fresh: Fresh): void {
  for (const kind of conversionKinds) {
    recordsContract<Conversion>(fresh, {
      name: `conversions of the kind ${kind}`,
      store: ({ conversions }) => conversionsOfKind(conversions, kind),
      make: (overrides) => aConversion({ kind, ...overrides } as Partial<Conversion>),
      samples: samplesOf(kind),
      mentions: { campaignIds: "campaignId", locationIds: "locationId", providerIds: "providerId" },
    });
  }

  describe("conversions of several kinds", () => {
    const open = freshStorage(fresh);

    it("may have equal ids, as a call and a submission", async () => {
      const [call, submission] = [aConversion(), aConversion({ kind: "submission", type: "App", source: "app" })];
      const found = await open.storage.transact(open.mine, async ({ catalog, conversions }) => {
        await catalog.save(open.mine, { campaigns: [aCampaign()], locations: [aLocation()], providers: [aProvider()] });
        await conversions.save(open.mine, [call, submission]);
        return [
          await conversions.byIds(open.mine, "call", [call.id]),
          await conversions.byIds(open.mine, "submission", [call.id]),
          await conversions.page(open.mine, "submission", { after: 0, limit: 9 }),
        ];
      });
      expect(found).toEqual([[call], [submission], [submission]]);
    });
  });
}

const samplesOf = (kind: ConversionKind): readonly Conversion[] => [
  aConversion({
    kind,
    id: 9 as never,
    type: "Online",
    fromNumber: 'Anonymous "✆"',
    phone: null,
    trackingNumber: null,
    campaignId: null,
    newPatient: false,
    prospectName: { first: "zoe", last: "oneil" },
    prospectEmail: "zoe@example.com" as EmailAddress,
    prospectId: "MRN-5",
    scheduledDate: "2026-03-05" as CalendarDate,
  }),
  aConversion({
    kind,
    id: 10 as never,
    ...linked,
    appointmentAt: at("2026-03-05T15:00:00Z"),
    source: "google / cpc",
    sentCampaign: "Mai 🙂",
    sentChannel: "O'Hara",
    closes: true,
  }),
  aConversion({
    kind,
    id: 11 as never,
    ...linked,
    appointmentAt: "2026-03-05" as CalendarDate,
    modifiedAt: at("2026-04-01T00:00:00Z"),
    locationId: null,
    patientId: null,
    prospectName: { first: "", last: "reed" },
  }),
];
