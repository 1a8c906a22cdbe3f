import { type Places, placesOf } from "../../foundation/catalog/places.js";
import { notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId, ImportRunId } from "../../foundation/kernel/ids.js";
import { pagesOf, type Ports } from "../../foundation/kernel/storage.js";
import { isoInstant } from "../../foundation/kernel/times.js";
import type { RunTerms } from "./first-reading.js";
import { importErrorRows, shown } from "./import-item.js";
import type {
  ImportErrorItem,
  ImportErrorRow,
  PlanListener,
  RowPlan,
  StoredRun,
  UninvitedReason,
} from "./import-run.js";
import type { KeyedVisit } from "./match.js";
import { readVisit, type Visit, type WithdrawnRow } from "./rows.js";
import { isOpen } from "./status-words.js";
import { type NamedWithdrawal, withdrawalsOfRun } from "./withdrawals.js";

type Decision = {
  readonly isInvited: boolean;
  /** True if a later row of the file withdraws the appointment. */
  readonly isWithdrawn: boolean;
  readonly errors: readonly ImportErrorRow[];
};

/** Collects the plans of a chunk of rows for a listener. Does nothing if there is no listener. */
export type PlanCollector = {
  readonly restart: () => Promise<void>;
  readonly note: (row: KeyedVisit, decision: Decision) => void;
  /** Hands the plans over in file order, together with the plans of the rows that withdraw appointments. */
  readonly handOver: (withdrawn: readonly WithdrawnRow[]) => Promise<void>;
};

export function planCollector(listener: PlanListener | undefined, terms: RunTerms): PlanCollector {
  if (!listener) return { restart: async () => {}, note: () => {}, handOver: async () => {} };
  let plans: RowPlan[] = [];
  return {
    restart: () => listener.restart(),
    note: (row, decision) => void plans.push(planOfRow(row, decision, terms)),
    async handOver(withdrawn) {
      const all = [...plans, ...withdrawn.map((one) => planOfWithdrawn(one, readVisit(one.row, terms.reading)))];
      plans = [];
      await listener.add(all.sort((one, other) => (one.row ?? 0) - (other.row ?? 0)));
    },
  };
}

function planOfRow(
  { visit, keys: { contact }, plannedAt }: KeyedVisit,
  { isInvited, isWithdrawn, errors }: Decision,
  { connection, messageName }: RunTerms,
): RowPlan {
  if (isInvited && contact) {
    const invite = { type: contact.type, sentTo: contact.value, sentAt: isoInstant(plannedAt), message: messageName };
    return { ...aboutVisit(visit), invite, reasons: [] };
  }
  const preventing = errors.map(({ item }) => item).filter(isPreventing);
  const other = isWithdrawn ? "later_row" : connection.sendsInvites ? "too_young" : "no_invites";
  return { ...aboutVisit(visit), invite: null, reasons: preventing.length > 0 ? preventing : [other] };
}

const planOfWithdrawn = ({ status }: WithdrawnRow, visit: Visit): RowPlan => ({
  ...aboutVisit(visit),
  ...{ invite: null, reasons: [status as UninvitedReason] },
});

const aboutVisit = ({ row, patientName, patientId, at, location }: Visit) => ({
  ...{ row, patientName, patientId: patientId ?? "", appointment: shown(at) ?? "" },
  location: location.place?.name ?? "",
});

/** True if an error row prevents an invite. Warnings about missing data only report the missing data. */
const isPreventing = ({ error_type: type, error_level: level }: ImportErrorItem): boolean =>
  level === "error" || (type !== "missing_date_of_birth" && type !== "missing_state");

/**
 * Reads the plans of a complete run from its stored invites, error rows and withdrawals, in pages. Rows without any of
 * these have no plan. Throws `import_not_found`.
 */
export function storedPlans(ports: Ports) {
  return async function* (account: AccountId, importId: number): AsyncGenerator<readonly RowPlan[]> {
    const { stored, places } = await ports.storage.read(account, async (stores) => {
      const stored = await stores.importRuns.byId(account, importId as ImportRunId);
      if (!stored?.isComplete) throw notFound("import_not_found", "the account has no import with this id");
      const connections = await stores.importConnections.all(account);
      const catalog = await stores.catalog.read(account, "locations", "providers", "messages");
      const refs = connections.find(({ name }) => name === stored.run.connection);
      const { location } = placesOf(catalog, refs);
      return {
        stored,
        places: { location, locations: namesOf(catalog.locations), messages: namesOf(catalog.messages) },
      };
    });
    yield* plansOfInvites(ports, account, stored, places);
    yield* plansOfErrors(ports, account, stored, places);
  };
}

type Names = ReadonlyMap<number | null, string>;
type NamedPlaces = Pick<Places, "location"> & { readonly locations: Names; readonly messages: Names };

const namesOf = (all: readonly { readonly id: number; readonly name: string }[]): Names =>
  new Map(all.map(({ id, name }) => [id, name]));

async function* plansOfInvites(
  { storage }: Ports,
  account: AccountId,
  { firstIds, nextIds }: StoredRun,
  { locations, messages }: NamedPlaces,
): AsyncGenerator<readonly RowPlan[]> {
  const pages = pagesOf(1_000, ({ after, limit }) =>
    storage.read(account, ({ invites }) =>
      invites.page(account, { limit, after: Math.max(after, firstIds.invites - 1) }),
    ),
  );
  for await (const invites of pages) {
    const own = invites.filter(({ id }) => id < nextIds.invites);
    yield own.map(({ type, sentTo, sentAt, customerName, patientId, locationId, messageId }) => ({
      ...{ row: null, patientName: customerName ?? "", patientId: patientId ?? "", appointment: "" },
      location: locations.get(locationId) ?? "",
      invite: { type, sentTo, sentAt: isoInstant(sentAt), message: messages.get(messageId) ?? "" },
      reasons: [],
    }));
    if (own.length < invites.length) return;
  }
}

async function* plansOfErrors(
  ports: Ports,
  account: AccountId,
  { run }: StoredRun,
  { location, locations }: NamedPlaces,
): AsyncGenerator<readonly RowPlan[]> {
  const { named } = await withdrawalsOfRun(ports)(account, run.id);
  const withdrawn = new Map(named.flatMap((one) => (isOpen(one.status) ? [] : [[one.row, one] as const])));
  let last: readonly RowPlan[] = [];
  for await (const errors of importErrorRows(ports)(account, run.id)) {
    const plans = [...last];
    for (const { row, item } of errors) {
      if (!isPreventing(item)) continue;
      withdrawn.delete(row);
      // The errors of a row come one after another, perhaps on two pages.
      const before = plans.at(-1)?.row === row ? plans.pop() : undefined;
      plans.push({
        ...aboutError(row, item),
        location: location(item.location_name).place?.name ?? "",
        ...{ invite: null, reasons: [...(before?.reasons ?? []), item] },
      });
    }
    last = plans.splice(-1);
    yield plans;
  }
  yield last;
  yield [...withdrawn.values()].map((one) => planOfNamed(one, locations));
}

const aboutError = (row: number, { patient_name, patient_id, appointment_date }: ImportErrorItem) => ({
  ...{ row, patientName: patient_name, patientId: patient_id, appointment: appointment_date ?? "" },
});

const planOfNamed = ({ row, patientName, at, locationId, status }: NamedWithdrawal, locations: Names): RowPlan => ({
  ...{ row, patientName: patientName ?? "", patientId: "", appointment: shown(at) ?? "" },
  location: locations.get(locationId) ?? "",
  ...{ invite: null, reasons: [status as UninvitedReason] },
});
