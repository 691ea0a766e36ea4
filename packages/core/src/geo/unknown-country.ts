/** Displayed, counted and searched instead of an unknown country. ISO 3166 reserves this code for its users. */
export const UNKNOWN_COUNTRY = 'ZZ'
