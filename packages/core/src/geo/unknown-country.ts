/** Shown, counted and searched in place of a country where none is known. ISO 3166 leaves this code to its users. */
export const UNKNOWN_COUNTRY = 'ZZ'
