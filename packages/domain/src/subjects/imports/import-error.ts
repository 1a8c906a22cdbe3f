import type { ImportSide } from "./error-types.js";
import type { Finding } from "./finding.js";
import type { ImportErrorItem } from "./import-items.js";
import { shown } from "./shown-time.js";
import type { Visit } from "./visit.js";

/** Error row of an import. `side` is the part of the row with the error, and `row` is the row number in the file. */
export type ImportErrorRow = { readonly side: ImportSide; readonly row: number; readonly item: ImportErrorItem };

export function importErrorOf(id: number, { side, type, level, info }: Finding, visit: Visit): ImportErrorRow {
  const item: ImportErrorItem = {
    id,
    error_type: type,
    error_level: level,
    patient_name: visit.patientName,
    patient_id: visit.patientId ?? "",
    appointment_date: shown(visit.at),
    location_name: visit.location.text,
    provider: visit.provider.text,
    phone: visit.phones[0] ?? null,
    email: visit.sentEmail,
    date_of_birth: visit.dateOfBirth,
    state: visit.state,
    ...(Object.keys(info).length > 0 ? { match_info: info } : undefined),
  };
  return { side, row: visit.row, item };
}
