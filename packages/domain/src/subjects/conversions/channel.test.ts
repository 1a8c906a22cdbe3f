import { describe, expect, it } from "@jest/globals";
import { channelSpelling, defaultChannel } from "./channel.js";

describe("the default channel", () => {
  it.each([
    ["ppc", "Paid Search"],
    ["cpc", "Paid Search"],
    ["paid", "Paid Search"],
    ["organic", "Organic Search"],
    ["paid_social", "Paid Social"],
    ["social", "Organic Social"],
    ["email", "Email"],
    ["google_business_profile", "Local Listings"],
    ["referral", "Referral"],
    ["direct", "Direct"],
    ["print", "Offline"],
    ["tv", "Offline"],
    ["radio", "Offline"],
    [" Paid Social ", "Paid Social"],
    ["Google My-Business", "Local Listings"],
    ["google / cpc", "Paid Search"],
    ["facebook/paid_social", "Paid Social"],
    ["direct / organic", "Organic Search"],
    ["email / spring", "Email"],
    ["google", "Unassigned"],
    ["paid search", "Unassigned"],
    ["constructor", "Unassigned"],
    ["/", "Unassigned"],
    ["", "Unassigned"],
    [null, "Unassigned"],
  ])("of the source %j is %s", (source, channel) => {
    expect(defaultChannel(source)).toBe(channel);
  });
});

it("a channel is spelled as in the table or else as first used, ignoring case and outer spaces", () => {
  const spell = channelSpelling(["Billboards", " BILLBOARDS ", "radio spots"]);
  const written = ["paid search", " PAID SOCIAL ", "unassigned", "billboards", "Radio Spots ", "Fairs", "fairs"];
  expect(written.map(spell)).toEqual([
    ...["Paid Search", "Paid Social", "Unassigned", "Billboards", "radio spots", "Fairs", "Fairs"],
  ]);
  expect(["Paid  Search", "PaidSearch"].map(spell)).toEqual(["Paid  Search", "PaidSearch"]);
});
