/** What was put right in a record, so that nobody has to guess why it reads differently. */
export interface Repair {
  /** Path of the field, for example `location.coordinates`. */
  readonly field: string
  readonly code: RepairCode
  /** One sentence for people. */
  readonly message: string
  /** What stood there, as text of at most 200 characters. */
  readonly before?: string
  readonly after?: string
}

/** Every repair, with the sentence that documents it. */
export const REPAIR_CODES = {
  entity_decoded: 'HTML entities were decoded.',
  markup_removed: 'HTML tags were removed.',
  placeholder_removed: 'A placeholder such as "-" or "n/a" was taken as absent.',
  stars_from_name: 'Stars written into the name were moved to their field.',
  whitespace_cleaned: 'Control characters or runs of white space were cleaned.',
  text_truncated: 'A text longer than its limit was cut.',
  encoding_repaired: 'Text that was decoded with the wrong encoding was put right.',
  coordinates_swapped:
    'Latitude and longitude were swapped; the city, the country or the product that it then matches proves it.',
  coordinates_sign_flipped:
    'A coordinate had the wrong sign; the city, the country or the product that it then matches proves it.',
  coordinates_removed:
    'Coordinates that cannot be right were taken as absent: out of range, or elsewhere than the product that all the rest says.',
  name_from_address: 'The name stood in the address; the product that it then matches proves it.',
  coordinates_imprecise:
    'The coordinates are those of a city or country, not of the product; their precision was noted.',
  country_resolved: 'A code that ISO 3166 does not have, such as UK, was read as the one that is meant.',
  country_derived: 'The country was derived from the coordinates or the city.',
  country_removed: 'A country that is none was taken as absent.',
  postcode_zero_restored: 'A postcode had lost its leading zero.',
  number_parsed: 'A number was read from text, or rounded to what the field holds.',
  value_removed: 'A value of the wrong kind or out of range was taken as absent.',
  category_unknown: 'The category is not in the table; it is kept and treated as "other".',
  unknown_field: 'An unknown field was kept in extra.',
  supplier_normalised: 'The supplier id was brought to its canonical form.',
  list_truncated: 'A list longer than its limit was cut.',
  further_repairs: 'More was put right than is listed here.',
} as const

/** A stable code of a repair. */
export type RepairCode = keyof typeof REPAIR_CODES

/** Why a record or input could not be used at all. */
export interface Rejection {
  readonly code: RejectionCode
  readonly field?: string
  /** One sentence with the cure. */
  readonly message: string
  /** Which record it is, when that could be read. */
  readonly of?: { readonly supplier: string; readonly code: string }
}

/** Every reason to reject a record, with the sentence that documents it. */
export const REJECTION_CODES = {
  not_an_object: 'The record is not a JSON object.',
  unreadable: 'Reading the record failed: it is not plain data.',
  text_too_long: 'A text of the record is longer than 100,000 characters.',
  missing_supplier: 'The record names no supplier.',
  invalid_supplier: 'The supplier id is not text or cannot be made a slug.',
  missing_code: 'The record has no code of its supplier.',
  invalid_code: 'The code is not text, a number too large to be exact, or longer than 256 characters.',
  missing_name: 'The record has no usable name.',
  placeholder_name: 'The name is a placeholder such as "test" or "n/a".',
  nothing_to_match: 'An input needs a name, a supplier with its code, or an identifier.',
} as const

/** A stable code of a rejection. */
export type RejectionCode = keyof typeof REJECTION_CODES
