/**
 * The code that the registry displays, counts and searches for an unknown country. ISO 3166 reserves this code for its
 * users.
 */
export const UNKNOWN_COUNTRY = 'ZZ'
