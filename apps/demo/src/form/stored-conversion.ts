import type { AccountId, Domain } from "@repute/domain";

/** A conversion in the list of conversions. `item` is the conversion as the API returns it. */
export type StoredConversion = {
  readonly id: string;
  readonly campaign: string | null;
  readonly item: unknown;
};

type Item = { readonly conversion_id: string; readonly campaign: string | null };

/** Finds a conversion among the 100 newest. Returns `undefined` if it is not among them. */
export async function storedConversion(
  { conversions }: Pick<Domain, "conversions">,
  account: AccountId,
  id: string,
): Promise<StoredConversion | undefined> {
  const { read } = await conversions.list(account, { limit: "100" });
  for await (const { json } of read()) {
    const items = JSON.parse(`[${Buffer.from(json).toString()}]`) as readonly Item[];
    const item = items.find(({ conversion_id }) => conversion_id === id);
    if (item) return { id, campaign: item.campaign, item };
  }
  return undefined;
}
