/** The columns of a generated feed of hotels. */
export const COLUMNS = [
  'code',
  'name',
  'address',
  'postcode',
  'city',
  'country',
  'lat',
  'lng',
  'phone',
  'website',
  'email',
  'stars',
  'category',
  'chain',
  'rooms',
  'check_in',
  'check_out',
  'currency',
  'description',
  'updated',
] as const

const FIRST = ['Aurora', 'Château Étoile', 'Gran Hotel Río', 'Pension Größe', 'Villa Söder', 'Hotel "Zum Hirsch"']
const STREETS = ['Rue de la Forêt', 'Große Bleiche', 'Calle del Carmen', 'Store Gate', 'Harbour Road', 'Vicolo Stretto']
const CITIES = ['Bergen', 'Nîmes', 'Köln', 'Sevilla', 'Norwich', 'Torino']
const COUNTRIES = ['NO', 'FR', 'DE', 'ES', 'GB', 'IT']
const CHAINS = ['', 'Fjordline', 'Maison & Co', '', 'Los Patios', '']

/** Returns the values of one hotel: 20 texts of about 280 characters, in the order of {@link COLUMNS}. */
export function feedValues(at: number): string[] {
  const kind = at % FIRST.length
  const key = (at * 2_654_435_761) % 4_294_967_296
  const host = `h${key.toString(36)}.example`
  return [
    `H${String(at).padStart(8, '0')}`,
    `${FIRST[kind]} ${key.toString(36)}`,
    `${STREETS[(at >> 3) % STREETS.length]} ${1 + (key % 180)}`,
    String(10_000 + (key % 80_000)),
    CITIES[kind] as string,
    COUNTRIES[kind] as string,
    (40 + (key % 2_000_000) / 100_000).toFixed(5),
    ((key % 1_500_000) / 100_000).toFixed(5),
    `+${47 + kind} ${20_000_000 + (key % 70_000_000)}`,
    `https://www.${host}`,
    `info@${host}`,
    String(1 + (key % 5)),
    key % 3 === 0 ? 'apartment' : 'hotel',
    CHAINS[kind] as string,
    String(10 + (key % 300)),
    '15:00',
    '11:00',
    'EUR',
    `A quiet house near the old town, ${key % 900} m from the station; breakfast is served until eleven o'clock`,
    `2026-0${1 + (key % 9)}-1${key % 9}`,
  ]
}

/** The columns whose values are numbers. */
export const NUMBERS: ReadonlySet<string> = new Set(['lat', 'lng', 'stars', 'rooms'])
