import { countOnly, storingStep } from "../../foundation/records/line-rules.js";
import type { LoadedType, Looking, Mention } from "../../foundation/records/record-type.js";
import { importConnectionFromLine, importConnectionLine } from "./import-connection-line.js";
import type { ImportConnectionStore } from "./import-stores.js";
import { type ConnectionStores, recordImportConnections, removeImportConnections } from "./record-terms.js";

type ConnectionReads = { readonly importConnections: Pick<ImportConnectionStore, "all"> };

const kind = "import_connection";

export const importConnectionType: LoadedType<ConnectionReads, ConnectionStores, unknown, typeof kind> = {
  kind,
  lines: {
    shape: importConnectionLine,
    keys: ["name"],
    storing: storingStep({
      step: 31,
      reading: "first",
      shape: importConnectionLine,
      fromLine: importConnectionFromLine,
      record: recordImportConnections,
    }),
    removing: {
      step: 20,
      remove: async (keys, work) => {
        const names = keys.map(({ name }) => name as string);
        return countOnly(await removeImportConnections(names, work));
      },
    },
  },
  mentions: connectionMentions,
};

async function* connectionMentions({ lineOf, read }: Looking<ConnectionReads>): AsyncGenerator<Mention> {
  for (const { name, messageId } of await read(({ importConnections }, account) => importConnections.all(account))) {
    if (messageId === null || lineOf(kind, name) !== undefined) continue;
    yield { kind: "message", id: messageId, by: `${kind} ${name}` };
  }
}
