import type { AppointmentStore, LinkingStores } from "../../subjects/appointments/appointment-store.js";
import { publishAppointments } from "../../subjects/appointments/publish-appointments.js";
import { publishSpends } from "../../subjects/campaigns/publish-spends.js";
import type { SpendStore } from "../../subjects/campaigns/spend-store.js";
import { catalogParts } from "../../foundation/catalog/catalog.js";
import type { CatalogReader } from "../../foundation/catalog/catalog-store.js";
import { publishCatalog } from "./publish-catalog.js";
import type { ImportErrorStore, ImportRunStore } from "../../subjects/imports/import-stores.js";
import { publishAllRuns } from "../../subjects/imports/publish-runs.js";
import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { ListingMetricStore } from "../../subjects/listings/listing-metric-store.js";
import { publishListingMetrics } from "../../subjects/listings/record-listing-metrics.js";
import type { PatientFileStore, PatientWarningStore } from "../../subjects/patient-surveys/patient-file-stores.js";
import { publishAllFiles } from "../../subjects/patient-surveys/publish-files.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";

/** Stores for rendering the lists without windows. */
export type OtherStores = LinkingStores & {
  readonly catalog: CatalogReader;
  readonly listingMetrics: ListingMetricStore;
  readonly spends: SpendStore;
  readonly appointments: AppointmentStore;
  readonly importRuns: Pick<ImportRunStore, "page">;
  readonly importErrors: Pick<ImportErrorStore, "page">;
  readonly patientFiles: Pick<PatientFileStore, "page">;
  readonly patientWarnings: Pick<PatientWarningStore, "page">;
};

const pageSize = 1_000;
const firstDay = "0000-01-01" as CalendarDate;
const lastDay = "9999-12-31" as CalendarDate;

/** Renders every list without a window again. */
export async function renderOthers(work: UnitOfWork<OtherStores>): Promise<void> {
  const { stores, account, now } = work;
  await publishCatalog(stores, account, now, await stores.catalog.read(account, ...catalogParts));
  await publishListingMetrics(await stores.listingMetrics.all(account), work);
  for (const spend of await stores.spends.within(account, firstDay, lastDay)) await publishSpends([spend], work);
  await publishAllAppointments(work);
  await publishAllRuns(work);
  await publishAllFiles(work);
}

async function publishAllAppointments(work: UnitOfWork<OtherStores>): Promise<void> {
  for (let after = 0; ;) {
    const page = await work.stores.appointments.page(work.account, { after, limit: pageSize });
    await publishAppointments(page, work);
    after = page.at(-1)?.id ?? after;
    if (page.length < pageSize) return;
  }
}
