import type { Catalog, Group, Listing, Location, Message, Platform, Provider } from "./catalog.js";

export const locationItem = ({ id, name, externalIds }: Location) => ({
  id: id as number,
  location_name: name,
  external_location_ids: externalIds,
});

export const providerItem = ({ id, name, npi, externalIds }: Provider) => ({
  id: id as number,
  name,
  npi,
  external_provider_ids: externalIds,
});

/** Renders a platform as a list item. If the platform is a survey, the item has no member `active`. */
export const platformItem = ({ id, name, isSurvey, active }: Platform) => ({
  id: id as number,
  name,
  is_survey: isSurvey,
  ...(!isSurvey && { active: active ?? true }),
});

export const messageItem = ({ id, name, languages }: Message) => ({ id: id as number, name, languages });

/** Renders a group as a list item, with its providers, its locations and the listings at these locations. */
export function groupItem(group: Group, catalog: Pick<Catalog, "locations" | "providers" | "listings">) {
  return {
    id: group.id as number,
    name: group.name,
    providers: catalog.providers
      .filter(({ id }) => group.providerIds.includes(id))
      .map(({ id, name, externalIds }) => ({ id: id as number, name, external_provider_ids: externalIds })),
    locations: catalog.locations
      .filter(({ id }) => group.locationIds.includes(id))
      .map((location) => ({
        id: location.id as number,
        name: location.name,
        formatted: location.address,
        external_location_ids: location.externalIds,
        children: catalog.listings.filter(({ locationId }) => locationId === location.id).map(childItem),
      })),
  };
}

/** Renders a listing. The interface specification uses both `formated` and `formatted`, so the item has both keys. */
const childItem = ({ id, name, address, providerId }: Listing) => ({
  id: id as number,
  name,
  formatted: address,
  formated: address,
  provider_id: providerId as number,
});

/** Renders the survey list. Each survey is a platform, so an item has the platform's id and the survey's name. */
export function surveyItems({ platforms, surveys }: Pick<Catalog, "platforms" | "surveys">) {
  const names = new Map(surveys.map(({ id, name }) => [id, name]));
  return platforms
    .filter(({ isSurvey }) => isSurvey)
    .map(({ id, name }) => ({ id: id as number, name: names.get(id) ?? name }));
}
