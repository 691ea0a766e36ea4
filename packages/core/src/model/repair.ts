/** A correction in a record. Reports show each repair so that users can trace the changed value. */
export interface Repair {
  /** The path of the field, for example `location.coordinates`. */
  readonly field: string
  readonly code: RepairCode
  /** One sentence for people that describes the repair. */
  readonly message: string
  /** The previous value as text, at most 200 characters. */
  readonly before?: string
  readonly after?: string
}

/** All repair codes, each with the sentence that documents the repair. */
export const REPAIR_CODES = {
  entity_decoded: 'HTML entities were decoded.',
  markup_removed: 'HTML tags were removed.',
  placeholder_removed: 'A placeholder such as "-" or "n/a" was removed.',
  stars_from_name: 'Stars in the name were moved to their field.',
  whitespace_cleaned: 'Control characters or repeated white space were cleaned.',
  text_truncated: 'A text longer than its limit was cut.',
  encoding_repaired: 'Text decoded with the wrong encoding was corrected.',
  coordinates_swapped:
    'Swapped latitude and longitude were corrected; the city, the country or the matching product proves it.',
  coordinates_sign_flipped:
    'The wrong sign of a coordinate was corrected; the city, the country or the matching product proves it.',
  coordinates_removed:
    'Impossible coordinates were removed: they are out of range, or far from the product that all other fields match.',
  name_from_address: 'The name was found in the address; the matching product proves it.',
  coordinates_imprecise:
    'The coordinates are those of a city or country, not of the product; their precision was recorded.',
  country_resolved: 'A country code outside ISO 3166, such as UK, was replaced by the intended one.',
  country_derived: 'The country was derived from the coordinates or the city.',
  country_removed: 'An unknown country was removed.',
  postcode_zero_restored: 'The missing leading zero of a postcode was restored.',
  number_parsed: 'A number was read from text or rounded.',
  value_removed: 'A value of the wrong type or out of range was removed.',
  category_inferred:
    'The supplier states no category: the category is the default of the supplier, or the name of the product proves it.',
  category_unknown: 'The category is unknown. It was stored unchanged and counts as "other".',
  unknown_field: 'An unknown field was stored in `extra`.',
  supplier_normalised: 'The supplier id was changed to its canonical form.',
  list_truncated: 'A list longer than its limit was cut.',
  further_repairs: 'There are more repairs than listed here.',
} as const

/** A stable code of a repair. */
export type RepairCode = keyof typeof REPAIR_CODES

/** The reason why a record or input cannot be used. */
export interface Rejection {
  readonly code: RejectionCode
  readonly field?: string
  /** One sentence that describes what to do. */
  readonly message: string
  /** The supplier and code of the record, if they could be read. */
  readonly of?: { readonly supplier: string; readonly code: string }
}

/** All reasons to reject a record, each with the sentence that documents the reason. */
export const REJECTION_CODES = {
  not_an_object: 'The record is not a JSON object.',
  unreadable: 'The record could not be read: it is not plain data.',
  text_too_long: 'A text of the record is longer than 100,000 characters.',
  missing_supplier: 'The record has no supplier.',
  invalid_supplier: 'The supplier id is not text or cannot be converted to a slug.',
  missing_code: 'The record has no supplier code.',
  invalid_code: 'The code is not text, is a number too large to be exact, or is longer than 256 characters.',
  missing_name: 'The record has no usable name.',
  placeholder_name: 'The name is a placeholder such as "test" or "n/a".',
  nothing_to_match: 'An input needs a name, a supplier with its code, or an identifier.',
} as const

/** A stable code of a rejection. */
export type RejectionCode = keyof typeof REJECTION_CODES
