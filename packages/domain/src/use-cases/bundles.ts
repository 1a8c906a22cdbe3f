import type { listCatalog } from "../foundation/lists/list-catalog.js";
import type { discardLoad } from "../workflows/bundle/discard-load.js";
import type { finishLoads } from "../workflows/bundle/finish-loads.js";
import type { loadBundle } from "../workflows/bundle/load-bundle.js";
import type { rebuildFeed } from "../workflows/publishing/rebuild-feed.js";
import type { renderOutdated } from "../workflows/publishing/render-outdated.js";
import type { sealLists, sealResting } from "../workflows/publishing/seal-lists.js";

/** Use cases about account bundles, the load format. */
export interface BundleUseCases {
  /**
   * Loads an account bundle (see `createBundle`). Throws `bundle_invalid` with the line, kind and key of each
   * problem, and then stores nothing. A large bundle is completed even after a crash.
   */
  readonly load: ReturnType<typeof loadBundle>;
  /** Completes the unfinished loads of all accounts. Returns the number of unfinished loads. */
  readonly finish: ReturnType<typeof finishLoads>;
  /** Ends an account's unfinished load without storing its remaining parts. Returns whether a load was unfinished. */
  readonly discard: ReturnType<typeof discardLoad>;
}

/**
 * Use cases that list the catalog of an account, sorted by id. With `keys=true`, items also have `_id` and
 * `_changed_at`.
 */
export interface CatalogUseCases {
  /** Lists the locations. */
  readonly locations: ReturnType<typeof listCatalog>["locations"];
  /** Lists the providers. */
  readonly providers: ReturnType<typeof listCatalog>["providers"];
  /** Lists the review platforms and surveys. */
  readonly platforms: ReturnType<typeof listCatalog>["platforms"];
  /** Lists the message templates for invites. */
  readonly messages: ReturnType<typeof listCatalog>["messages"];
  /** Lists the groups with their locations, providers and listings. */
  readonly groups: ReturnType<typeof listCatalog>["groups"];
  /** Lists the ids and names of the surveys. */
  readonly "surveys-list": ReturnType<typeof listCatalog>["surveys-list"];
  /** Lists the campaigns with their tracking numbers. */
  readonly "campaign-catalog": ReturnType<typeof listCatalog>["campaign-catalog"];
}

/** Use cases that maintain the rendered lists. */
export interface FeedUseCases {
  /** Renders every list of an account again from its records, in one transaction. */
  readonly rebuild: ReturnType<typeof rebuildFeed>;
  /** Compresses the lists of an account now. Returns the number of compressed segments. */
  readonly seal: ReturnType<typeof sealLists>;
  /**
   * Compresses the lists of all accounts that had no changes in the last minute. Returns the number of compressed
   * segments.
   */
  readonly sealResting: ReturnType<typeof sealResting>;
  /** Renders the lists of all accounts again whose items have outdated fields. Returns the number of accounts. */
  readonly renderOutdated: ReturnType<typeof renderOutdated>;
}
