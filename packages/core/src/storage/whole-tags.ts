/**
 * Tags whose terms searches look up only exactly: whole names and cities, cells, and filters. An index need not support
 * expansion for these tags and may return no words.
 */
export const WHOLE_TAGS: ReadonlySet<string> = new Set([
  'whole',
  'core',
  'city',
  'region',
  'iata',
  'category',
  'country',
  'supplier',
  'verified',
  'cell',
])
