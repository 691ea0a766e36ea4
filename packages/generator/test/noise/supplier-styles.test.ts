import { expect, test } from 'vitest'
import { generateFeeds } from '../../src/index.ts'
import { FEEDS, groupsOf, recordsOfSupplier, share } from '../support/sample-feeds.ts'

const REGISTER = recordsOfSupplier('register')
const MAP = recordsOfSupplier('open-map')
const BEDBANK = recordsOfSupplier('bedbank')
const AGGREGATOR = recordsOfSupplier('aggregator')
const isTransfer = ({ category }: { readonly category: string }): boolean => category === 'transfer'

test('the register writes in capitals with accents, and lists only lodging', () => {
  expect(
    REGISTER.every(
      ({ name, city }) =>
        name.replace(/\*+$/, '') === name.toUpperCase().replace(/\*+$/, '') && city === city.toUpperCase(),
    ),
  ).toBe(true)
  expect(REGISTER.filter(({ name }) => name.startsWith('HÔTEL')).length).toBeGreaterThan(20)
  expect(REGISTER.some(({ activity, transfer }) => activity !== undefined || transfer !== undefined)).toBe(false)
})

test('the map has clean names, half of the telephones, and local scripts with a Latin name', () => {
  expect(share(MAP, ({ phone }) => phone === undefined)).toBeGreaterThan(0.4)
  expect(MAP.some(({ name }) => /&\w+;|\*{2}/.test(name))).toBe(false)
  const kana = MAP.filter(({ name }) => /\p{Script=Katakana}/u.test(name))
  expect(kana.length).toBeGreaterThan(5)
  expect(kana.every(({ name, altNames }) => altNames?.['name:ja'] === name)).toBe(true)
  expect(kana.some(({ altNames }) => /^[\p{Script=Latin}\d '&.-]+$/u.test(altNames?.['name:en'] ?? ''))).toBe(true)
})

test('the bedbank has HTML entities in names, adds brands and has no web sites', () => {
  expect(BEDBANK.filter(({ name }) => /&#?\w+;/.test(name)).length).toBeGreaterThan(3)
  expect(BEDBANK.filter(({ brand }) => brand !== undefined).length).toBeGreaterThan(80)
  expect(share(BEDBANK, ({ website }) => website !== undefined && website !== '-')).toBeLessThan(0.08)
})

test('the bedbank adds the city to more names than the map', () => {
  const withCity = (records: typeof MAP): number => {
    const hotels = records.filter(({ category }) => category === 'hotel')
    return share(hotels, ({ name, city }) => name.toLowerCase().includes(city.toLowerCase()))
  }
  expect(withCity(BEDBANK)).toBeGreaterThan(withCity(MAP) * 1.1)
})

test('the aggregator writes dashes for missing values, adds stars to names and loses zeros', () => {
  expect(share(AGGREGATOR, ({ website }) => website === '-')).toBeGreaterThan(0.1)
  expect(AGGREGATOR.filter(({ name }) => /\*{2,}/.test(name)).length).toBeGreaterThan(5)
  const isZeroFirst = ({ country, postcode }: (typeof MAP)[number]): boolean =>
    country !== 'SG' && postcode?.startsWith('0') === true
  expect(MAP.filter(isZeroFirst).length).toBeGreaterThan(20)
  expect(share(AGGREGATOR, isZeroFirst)).toBeLessThan(share(MAP, isZeroFirst) / 3)
})

test('the aggregator drops the generic word more often than the register', () => {
  const withHotel = (records: typeof MAP): number => {
    return share(
      records.filter(({ category }) => category === 'hotel'),
      ({ name }) => /h[oô]tel/i.test(name),
    )
  }
  expect(withHotel(AGGREGATOR)).toBeLessThan(withHotel(REGISTER) * 0.8)
})

test('each supplier writes telephones in its own form', () => {
  const forms = [
    [REGISTER, /^\d+$/],
    [MAP, /^\+\d+ [\d ]+$/],
    [BEDBANK, /^00\d+$/],
    [AGGREGATOR, /^\+\d+( \(\d\)[\d ]+|-\d+)$/],
  ] as const
  for (const [records, form] of forms) {
    const phones = records.flatMap(({ phone }) => (phone === undefined || phone === '-' ? [] : [phone]))
    expect(phones.length).toBeGreaterThan(100)
    expect(phones.filter((phone) => !form.test(phone))).toEqual([])
  }
})

test('web sites and mailboxes are under .example, so none belongs to anyone', () => {
  for (const { website = '-', email } of [...REGISTER, ...MAP, ...BEDBANK, ...AGGREGATOR]) {
    if (website !== '-') expect(website).toMatch(/^(https?:\/\/)?www\.[^/]+\.example(\/|$)/)
    if (email !== undefined) expect(email).toMatch(/@[^@]+\.example$/)
  }
})

test('transfers name their airport by code, by name and by both', () => {
  const airports = [...BEDBANK, ...AGGREGATOR].filter(isTransfer).flatMap(({ transfer }) => {
    return transfer === undefined ? [] : [transfer.from, transfer.to].filter(({ code }) => code !== undefined)
  })
  expect(airports.length).toBeGreaterThan(50)
  expect(airports.some(({ name, code }) => name === code)).toBe(true)
  expect(airports.some(({ name, code }) => name.endsWith(` (${code})`))).toBe(true)
  expect(airports.some(({ name }) => /airport/i.test(name))).toBe(true)
})

const HOME_SHARE = recordsOfSupplier('home-share')
const LET_REGISTER = recordsOfSupplier('let-register')

test('the home share blurs its pins, has no telephone, and generates some titles', () => {
  expect(
    HOME_SHARE.every(({ phone, website, email, address }) => (phone ?? website ?? email ?? address) === undefined),
  ).toBe(true)
  const machine = HOME_SHARE.filter(({ name }) => / in .+ · ★(\d\.\d\d|New) · \d+ bedrooms?$/.test(name))
  expect(machine.length / HOME_SHARE.length).toBeGreaterThan(0.08)
  expect(machine.length / HOME_SHARE.length).toBeLessThan(0.25)
})

test('the home share lists some flats twice, under another title', () => {
  const flats = groupsOf(HOME_SHARE, ({ source, sourceId }) => String(FEEDS.truth.productOf(source, sourceId)))
  const twice = flats.filter(({ length }) => length === 2)
  expect(twice.length / flats.length).toBeGreaterThan(0.06)
  expect(twice.length / flats.length).toBeLessThan(0.2)
  expect(share(twice, ([one, other]) => one?.name !== other?.name)).toBeGreaterThan(0.3)
})

test('the register of short lets has no coordinates, repeats street kinds and lists only lets', () => {
  expect(LET_REGISTER.every(({ lat, lon }) => lat === undefined && lon === undefined)).toBe(true)
  const doubled = LET_REGISTER.filter(({ address = '' }) => /^(\p{L}+) \1 /u.test(address))
  // Streets that start with the kind of street: not `Belstraße 3` or `3 Bel Street`.
  expect(doubled.length / LET_REGISTER.length).toBeGreaterThan(0.1)
  const products = LET_REGISTER.map(({ source, sourceId }) => {
    return FEEDS.truth.product(FEEDS.truth.productOf(source, sourceId) ?? -1)
  })
  expect(new Set(products.map(({ category }) => category))).toEqual(new Set(['apartment', 'villa', 'room']))
  expect(share(LET_REGISTER, ({ licence }) => licence !== undefined)).toBeGreaterThan(0.7)
})

test('few names are placeholders of forms and crawlers', () => {
  const feeds = generateFeeds({ seed: 4, products: 12_000 })
  const names = [...feeds.records].map(({ name }) => name)
  const junk = names.filter((name) =>
    /^(a|test|teste|xxx|n\/a|-|nao aplicavel|não aplicável|redirect 301 - .*)$/i.test(name),
  )
  expect(junk.length).toBeGreaterThan(0)
  expect(junk.length / names.length).toBeLessThan(0.002)
})

test('addresses in Austria contain the number of the district', () => {
  const feeds = generateFeeds({ seed: 4, products: 12_000 })
  const records = [...feeds.records].filter(({ source, address }) => source === 'aggregator' && address !== undefined)
  const numbered = records.filter(({ address = '' }) => /^\d\d\., /.test(address))
  expect(numbered.length).toBeGreaterThan(10)
  // A few records have the wrong country, so use a share.
  expect(share(numbered, ({ country }) => country === 'AT')).toBeGreaterThan(0.9)
})
