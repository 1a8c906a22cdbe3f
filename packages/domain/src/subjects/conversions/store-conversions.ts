import { publish } from "../../foundation/feed/publication.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { feedIdOf } from "./conversion-item.js";
import { conversionPublications, type ConversionStores } from "./conversion-publications.js";
import { type Conversion, conversionKinds } from "./conversion.js";

export async function storeConversions(
  conversions: readonly Conversion[],
  work: UnitOfWork<ConversionStores>,
): Promise<void> {
  const { stores, account } = work;
  await stores.conversions.save(account, conversions);
  for (const kind of conversionKinds) {
    const ofKind = conversions.filter((one) => one.kind === kind);
    await publish(conversionPublications[kind], ofKind, work);
  }
}

export async function withdrawConversions(
  conversions: readonly Conversion[],
  { stores, account }: UnitOfWork<ConversionStores>,
): Promise<void> {
  for (const kind of conversionKinds) {
    const ofKind = conversions.filter((one) => one.kind === kind);
    const ids = ofKind.map(({ id }) => id);
    await stores.conversions.remove(account, kind, ids);
    const [first] = ofKind;
    for (const list of first ? conversionPublications[kind].listsOf(first) : []) {
      await stores.feed.remove(account, list, ofKind.map(feedIdOf));
    }
  }
}
