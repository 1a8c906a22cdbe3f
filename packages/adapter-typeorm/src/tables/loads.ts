import type { PartPlace, StoredLoad } from "@repute/domain";
import { bytes, flag, integer, json, key, text } from "./columns.js";
import { recordTable } from "./table.js";

/** The load that an account decided last. */
export const loadTable = recordTable<StoredLoad>("loads", {
  staging: text("staging"),
  isComplete: flag("is_complete"),
  isDiscarded: flag("is_discarded"),
  changed: json("changed"),
  removed: json("removed"),
});

/** A part of a load, its body compressed. */
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
