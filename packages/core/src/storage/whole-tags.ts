/**
 * Tags whose terms are only looked up exactly: whole names and cities, cells, and filters. An index need not support
 * expansion of their words and may return nothing for them.
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
