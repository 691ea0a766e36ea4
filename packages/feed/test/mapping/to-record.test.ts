import { FIELD_ALIASES, toRecord } from '@utpid/feed'
import { expect, test } from 'vitest'

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  [
    'the flat keys of feeds',
    { source: 's', sourceId: '1', lat: 48.8, lon: 2.3, postcode: '75001', countryName: 'France' },
    { supplier: 's', code: '1', location: { coordinates: [48.8, 2.3], postalCode: '75001', country: 'France' } },
  ],
  [
    'an object is no supplier',
    { source: { batch: 'b1' }, name: 'A' },
    { name: 'A', extra: { source: { batch: 'b1' } } },
  ],
  [
    'keys in any case and with any separator',
    { 'Hotel ID': 1, HOTEL_NAME: 'A', 'postal-code': 'x', 'City name': 'P', 'Star Rating': '4' },
    { code: 1, name: 'A', stars: '4', location: { postalCode: 'x', city: 'P' } },
  ],
  [
    'French headers',
    { Nom: 'A', Adresse: 'r', Code_Postal: '1', VILLE: 'P', Pays: 'F', 'Nombre d’étoiles': '3', Téléphone: 't' },
    { name: 'A', phone: 't', stars: '3', location: { address: 'r', postalCode: '1', city: 'P', country: 'F' } },
  ],
  [
    'German headers',
    { Bezeichnung: 'A', Straße: 'Weg', Hausnummer: '5', PLZ: '1', Ort: 'U', Land: 'DE', Telefon: 't' },
    { name: 'A', phone: 't', location: { address: '5 Weg', postalCode: '1', city: 'U', country: 'DE' } },
  ],
  [
    'Spanish headers',
    { Nombre: 'A', Dirección: 'c', Ciudad: 'M', País: 'ES', Habitaciones: '9' },
    { name: 'A', rooms: '9', location: { address: 'c', city: 'M', country: 'ES' } },
  ],
  ['an address in lines', { address1: 'a', address2: 'b', addressLine3: 'c' }, { location: { address: 'a, b, c' } }],
  [
    'an address as an object',
    { address: { streetAddress: 'a', addressLocality: 'P', addressCountry: { code: 'FR', name: 'France' }, floor: 2 } },
    {
      location: { address: 'a', city: 'P', country: 'FR' },
      extra: { 'address.floor': 2, 'address.addressCountry.name': 'France' },
    },
  ],
  ['coordinates as an object', { geo: { latitude: 1, longitude: 2 } }, { location: { coordinates: [1, 2] } }],
  ['coordinates as text', { gps: '48.85, 2.35' }, { location: { coordinates: ['48.85', '2.35'] } }],
  [
    'a GeoJSON point, longitude first',
    { geometry: { type: 'Point', coordinates: [2, 1] } },
    { location: { coordinates: [1, 2] } },
  ],
  ['a latitude without a longitude, which core reports', { lat: 5 }, { location: { coordinates: [5, null] } }],
  [
    'coordinates given twice',
    { coordinates: [1, 2], lat: 3, lon: 4 },
    { location: { coordinates: [1, 2] }, extra: { lat: 3, lon: 4 } },
  ],
  [
    'a country by code before its name',
    { country: 'France', country_code: 'FR' },
    { location: { country: 'FR' }, extra: { country: 'France' } },
  ],
  [
    'identifiers by scheme',
    { ref: { iata: 'CDG', siret: [1, '2;3'] }, wikidata: 'Q1', 'ref:FR:SIRET': '4' },
    {
      identifiers: [
        { scheme: 'iata', value: 'CDG' },
        { scheme: 'siret', value: '1' },
        { scheme: 'siret', value: '2' },
        { scheme: 'siret', value: '3' },
        { scheme: 'wikidata', value: 'Q1' },
        { scheme: 'siret', value: '4' },
      ],
    },
  ],
  [
    'identifiers as text',
    { identifiers: 'iata=CDG; icao=LFPG' },
    {
      identifiers: [
        { scheme: 'iata', value: 'CDG' },
        { scheme: 'icao', value: 'LFPG' },
      ],
    },
  ],
  ['a reference as text', { ref: 'X1' }, { code: 'X1' }],
  [
    'an airport’s own code',
    { category: 'airport', iata: 'CDG' },
    { category: 'airport', identifiers: [{ scheme: 'iata', value: 'CDG' }] },
  ],
  ['the airport near a hotel', { category: 'hotel', iata: 'CDG' }, { category: 'hotel', extra: { iata: 'CDG' } }],
  [
    'names by OpenStreetMap key',
    { altNames: { 'name:en': 'E', 'name:ja_kana': 'K', alt_name: 'X;Y &amp; Z', old_name: 'O' } },
    {
      altNames: [
        { language: 'en', name: 'E' },
        { language: 'ja-Hrkt', name: 'K' },
        { name: 'X' },
        { name: 'Y &amp; Z' },
        { name: 'O' },
      ],
    },
  ],
  [
    'names by column',
    {
      name: 'A',
      name_fr: 'F',
      'Name (DE)': 'D',
      nameEn: 'E',
      'official_name:nl': 'N',
      'name:etymology': 'e',
      name_id: 7,
    },
    {
      name: 'A',
      altNames: [
        { language: 'fr', name: 'F' },
        { language: 'de', name: 'D' },
        { language: 'en', name: 'E' },
        { language: 'nl', name: 'N' },
      ],
      extra: { 'name:etymology': 'e', name_id: 7 },
    },
  ],
  ['a name by language', { name: { de: 'D', en: 'E' } }, { name: 'E', altNames: [{ language: 'de', name: 'D' }] }],
  ['other names in one cell', { other_names: 'X; Y|Z' }, { altNames: [{ name: 'X' }, { name: 'Y' }, { name: 'Z' }] }],
  [
    'subtypes beside a category',
    { category: 'hotel', subtypes: ['a'] },
    { category: 'hotel', extra: { subtypes: ['a'] } },
  ],
  [
    'subtypes without a category',
    { subtypes: ['Hotel', 'b'] },
    { category: 'Hotel', extra: { subtypes: ['Hotel', 'b'] } },
  ],
  [
    'a brand’s identifier, which is not the product’s',
    { brand: 'Ibis', brandWikidata: 'Q9' },
    { brand: 'Ibis', extra: { brandWikidata: 'Q9' } },
  ],
  [
    'a tour',
    { duration: '90', languages: 'en, fr', 'Meeting point': 'Gate', category: 'tour' },
    { category: 'tour', activity: { durationMinutes: '90', languages: ['en', 'fr'], meetingPoint: 'Gate' } },
  ],
  ['hours', { duration_hours: '2.5' }, { activity: { durationMinutes: 150 } }],
  [
    'a transfer by pickup and dropoff',
    { pickup: 'CDG', dropoff_name: 'Hotel A', dropoff_lat: 1, dropoff_lng: 2, vehicle: 'Van', pax: '4' },
    { transfer: { from: { code: 'CDG' }, to: { name: 'Hotel A', coordinates: [1, 2] }, vehicle: 'Van', seats: '4' } },
  ],
  [
    'a transfer by from and to',
    { from: 'Orly', to: { iata: 'NCE', title: 'Nice' } },
    { transfer: { from: { name: 'Orly' }, to: { code: 'NCE', name: 'Nice' } } },
  ],
  [
    'from without to, which is not a transfer',
    { from: '2024-05-01', destination: undefined },
    { extra: { from: '2024-05-01' } },
  ],
  ['a destination alone, which is no transfer', { destination: 'Algarve' }, { extra: { destination: 'Algarve' } }],
  [
    'contacts as an object',
    { contact: { phone: 'p', email: 'e', fax: 'f' } },
    { phone: 'p', email: 'e', extra: { 'contact.fax': 'f' } },
  ],
  [
    'competing keys: the more specific key wins, the other value goes to extra',
    { id: 1, hotel_id: 2, title: 'T', name: 'N' },
    { code: 2, name: 'N', extra: { id: 1, title: 'T' } },
  ],
  ['an empty competing key', { hotel_id: '', id: 1 }, { code: 1 }],
  [
    'unknown keys under their own name',
    { Foo: 1, rating: 8.1, extra: { Foo: 2, __x: null } },
    { extra: { Foo: 1, rating: 8.1, Foo_2: 2 } },
  ],
  [
    'values of the wrong type, which core reports',
    { stars: ['x'], name: 7, phone: { a: 1 } },
    { name: 7, phone: { a: 1 }, stars: ['x'] },
  ],
  ['null as absent', { name: null, city: null, foo: null }, {}],
])('%s', (_what, row, record) => {
  expect(toRecord(row)).toEqual(record)
})

test('a hostile key does not set the prototype', () => {
  const record = toRecord(JSON.parse('{"__proto__":{"polluted":1},"name":"A"}'))
  expect(Object.getPrototypeOf(record.extra)).toBe(Object.prototype)
  expect(Object.hasOwn(record.extra as object, '__proto__')).toBe(true)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('every alias of the table fills its target in a row without other aliases', () => {
  for (const [target, aliases] of FIELD_ALIASES.filter(([, each]) => each !== '')) {
    for (const alias of aliases.split(',').map((each) => each.trim())) {
      const record = toRecord({ [alias]: target === 'identifiers' ? 'a=b' : '1' })
      expect(record, `${alias} -> ${target}`).toHaveProperty(target.split('.')[0] as string)
      expect(record, alias).not.toHaveProperty('extra')
    }
  }
})

test('a list of names by language is a name and other names', () => {
  const names = [
    { lang: 'DE', value: 'Hotel Sonne' },
    { lang: 'en-GB', value: 'Sun Hotel' },
    { lang: 'French', value: 'Hôtel du Soleil' },
  ]
  const expected = {
    code: '1',
    name: 'Sun Hotel',
    altNames: [{ language: 'de', name: 'Hotel Sonne' }, { name: 'Hôtel du Soleil' }],
  }
  expect(toRecord({ code: '1', name: names })).toEqual(expected)
  expect(toRecord({ code: '1', names })).toEqual(expected)
  expect(toRecord({ name: ['Sun Hotel', 'Hotel Sonne'] })).toEqual({
    name: 'Sun Hotel',
    altNames: [{ name: 'Hotel Sonne' }],
  })
  // Nothing of another form is lost.
  const typed = [{ type: 'short', value: 'Sun' }]
  expect(toRecord({ name: typed })).toEqual({ name: typed })
})

test('a description by language is its English text, and the others are kept', () => {
  const others = [{ language: 'de', text: 'Ein Haus' }]
  const expected = { description: 'A house', extra: { description: others } }
  expect(toRecord({ description: { de: 'Ein Haus', en: 'A house' } })).toEqual(expected)
  const list = [
    { lang: 'de', text: 'Ein Haus' },
    { lang: 'en', text: 'A house' },
  ]
  expect(toRecord({ description: list })).toEqual(expected)
  expect(toRecord({ description: ['A house', 'by the sea'] })).toEqual({ description: ['A house', 'by the sea'] })
})
