import { expect, test } from 'vitest'
import { recordsOfSupplier, share } from '../support/sample-feeds.ts'

const REGISTER = recordsOfSupplier('register')
const MAP = recordsOfSupplier('open-map')
const BEDBANK = recordsOfSupplier('bedbank')
const AGGREGATOR = recordsOfSupplier('aggregator')
const isTransfer = ({ category }: { readonly category: string }): boolean => category === 'transfer'

test('the register writes in capitals, with its accents, and lists lodging alone', () => {
  expect(
    REGISTER.every(
      ({ name, city }) =>
        name.replace(/\*+$/, '') === name.toUpperCase().replace(/\*+$/, '') && city === city.toUpperCase(),
    ),
  ).toBe(true)
  expect(REGISTER.filter(({ name }) => name.startsWith('HÔTEL')).length).toBeGreaterThan(20)
  expect(REGISTER.some(({ activity, transfer }) => activity !== undefined || transfer !== undefined)).toBe(false)
})

test('the map has clean names, half of its telephones missing, and local scripts with a Latin name beside', () => {
  expect(share(MAP, ({ phone }) => phone === undefined)).toBeGreaterThan(0.4)
  expect(MAP.some(({ name }) => /&\w+;|\*{2}/.test(name))).toBe(false)
  const kana = MAP.filter(({ name }) => /\p{Script=Katakana}/u.test(name))
  expect(kana.length).toBeGreaterThan(5)
  expect(kana.every(({ name, altNames }) => altNames?.['name:ja'] === name)).toBe(true)
  expect(kana.some(({ altNames }) => /^[\p{Script=Latin}\d '&.-]+$/u.test(altNames?.['name:en'] ?? ''))).toBe(true)
})

test('the bedbank leaves entities in names, fills in brands and has no web sites', () => {
  expect(BEDBANK.filter(({ name }) => /&#?\w+;/.test(name)).length).toBeGreaterThan(3)
  expect(BEDBANK.filter(({ brand }) => brand !== undefined).length).toBeGreaterThan(80)
  expect(share(BEDBANK, ({ website }) => website !== undefined && website !== '-')).toBeLessThan(0.08)
})

test('the bedbank names the city in more of its names than the map', () => {
  const withCity = (records: typeof MAP): number => {
    return share(records, ({ name, city, activity, transfer }) => {
      return activity === undefined && transfer === undefined && name.toLowerCase().includes(city.toLowerCase())
    })
  }
  expect(withCity(BEDBANK)).toBeGreaterThan(withCity(MAP) * 1.2)
})

test('the aggregator writes dashes for nothing, stars into names and loses zeros', () => {
  expect(share(AGGREGATOR, ({ website }) => website === '-')).toBeGreaterThan(0.1)
  expect(AGGREGATOR.filter(({ name }) => /\*{2,}/.test(name)).length).toBeGreaterThan(10)
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
