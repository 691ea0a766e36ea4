/**
 * Tags whose terms are only ever asked for as they are: whole names and cities, cells, and what is filtered by. An index
 * may spare itself what expanding their words would take, and answer nothing for them.
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
