import type { TimeZone } from "@repute/domain";

/** A fictional dental group along the Wasatch Front in Utah. */
export const practice = { name: "Juniper Ridge Dental", timeZone: "America/Denver" as TimeZone, state: "UT" } as const;

/**
 * A location of the dental group.
 * `size` is its share of reviews, and `trouble` scales the probability of a bad review.
 */
export type Town = {
  readonly city: string;
  readonly street: string;
  readonly zip: string;
  readonly size: number;
  readonly trouble: number;
};

export const towns: readonly Town[] = [
  { city: "Ogden", street: "2480 Lantern Hill Dr", zip: "84401", size: 7, trouble: 1.3 },
  { city: "Layton", street: "615 Meadow Gate Ave", zip: "84041", size: 8, trouble: 0.9 },
  { city: "Bountiful", street: "388 Orchard Bench Rd", zip: "84010", size: 6, trouble: 0.7 },
  { city: "Salt Lake City", street: "1127 Copper Finch St, Suite 210", zip: "84102", size: 15, trouble: 1.1 },
  { city: "Murray", street: "5204 Old Smelter Ln", zip: "84107", size: 9, trouble: 1.5 },
  { city: "Sandy", street: "9330 Granite Hollow Way", zip: "84070", size: 10, trouble: 0.8 },
  { city: "West Jordan", street: "7061 Juniper Flats Blvd", zip: "84084", size: 9, trouble: 1.2 },
  { city: "Draper", street: "12418 Switchback Trail Ct", zip: "84020", size: 8, trouble: 0.6 },
  { city: "Lehi", street: "3150 Silicon Terrace Pkwy", zip: "84043", size: 11, trouble: 1.0 },
  { city: "American Fork", street: "74 Quail Post Rd", zip: "84003", size: 5, trouble: 0.9 },
  { city: "Orem", street: "842 Cherry Row", zip: "84057", size: 6, trouble: 1.0 },
  { city: "Provo", street: "219 Academy Elm Ave", zip: "84601", size: 6, trouble: 1.1 },
];

/**
 * Reporting groups of locations.
 * A group lists the indexes of its towns, or is `null` for all orthodontist locations.
 */
export const regions: readonly { readonly name: string; readonly towns: readonly number[] | null }[] = [
  { name: "North", towns: [0, 1, 2] },
  { name: "Salt Lake Valley", towns: [3, 4, 5, 6, 7] },
  { name: "Utah County", towns: [8, 9, 10, 11] },
  { name: "Orthodontics", towns: null },
];
