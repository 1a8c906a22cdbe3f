import type { Rendering } from "../feed/publication.js";
import { publish } from "../feed/publication.js";
import type { Conversion } from "./conversion.js";
import { conversionKinds } from "./conversion.js";
import { conversionPublications } from "./conversion-publications.js";

/** Stores and publishes conversions that are known to be new or different. */
export async function storeConversions(conversions: readonly Conversion[], rendering: Rendering): Promise<void> {
  const { stores, account } = rendering;
  await stores.conversions.save(account, conversions);
  for (const kind of conversionKinds) {
    const ofKind = conversions.filter((one) => one.kind === kind);
    await publish(conversionPublications[kind], ofKind, rendering);
  }
}
