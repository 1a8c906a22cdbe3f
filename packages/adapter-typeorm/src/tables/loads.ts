import type { PartPlace, StoredLoad } from "@repute/domain";
import { bytes, flag, integer, json, key, text } from "./columns.js";
import { recordTable } from "./table.js";

/** Table of each account's last large load. A load gets a row when it is accepted. */
export const loadTable = recordTable<StoredLoad>("loads", {
  staging: text("staging"),
  isComplete: flag("is_complete"),
  isDiscarded: flag("is_discarded"),
  changed: json("changed"),
  removed: json("removed"),
});

/** Part of a large load, with a compressed body. */
type PartRow = PartPlace & { readonly staging: string; readonly body: Uint8Array };

export const loadPartTable = recordTable<PartRow, { readonly addedAt: number }>(
  "load_parts",
  {
    staging: key(text("staging")),
    step: key(integer("step")),
    position: key(integer("position")),
    body: bytes("body"),
  },
  { addedAt: integer("added_at") },
);
