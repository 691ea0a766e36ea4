import type { Coordinates } from '@utpid/core'
import { fold, type GazetteerCity } from '@utpid/core/scoring'
import { loadGazetteer } from '@utpid/gazetteer'
import { describe, expect, test } from 'vitest'

const gazetteer = loadGazetteer()
const all: readonly GazetteerCity[] = [...gazetteer.cities()]
const top = (name: string, country?: string): string => {
  const city = gazetteer.citiesByName(name, country)[0]
  return city === undefined ? 'none' : `${city.name} ${city.country}`
}

test('loading again gives the same gazetteer', () => {
  expect(loadGazetteer()).toBe(gazetteer)
  expect(gazetteer.version).toMatch(/^geonames-\d{4}-\d{2}-\d{2}$/)
})

test('every city has an id by position, a name, a country and a place on the earth', () => {
  expect(all.length).toBeGreaterThan(135_000)
  const wrong = all.filter(
    ({ id, name, country, coordinates: [latitude, longitude], population }, index) =>
      id !== index ||
      name === '' ||
      !/^[A-Z]{2}$/.test(country) ||
      !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) ||
      !(Number.isInteger(population) && population >= 0),
  )
  expect(wrong).toEqual([])
})

describe('by name', () => {
  test.each([
    ['Paris', 'Paris FR'],
    ['PARIS', 'Paris FR'],
    ['Wien', 'Vienna AT'],
    ['Vienna', 'Vienna AT'],
    ['München', 'Munich DE'],
    ['munchen', 'Munich DE'],
    ['Muenchen', 'Munich DE'],
    ['Monaco di Baviera', 'Munich DE'],
    ['東京', 'Tokyo JP'],
    ['箱根', 'Hakone JP'],
    ['Москва', 'Moscow RU'],
    ['القاهرة', 'Cairo EG'],
    ['서울', 'Seoul KR'],
    ['Αθήνα', 'Athens GR'],
    ['Bozen', 'Bolzano IT'],
    ['St. Ulrich in Gröden', 'Ortisei IT'],
    ['Den Haag', 'The Hague NL'],
    ['Saint-Tropez', 'Saint-Tropez FR'],
    ['saint tropez', 'Saint-Tropez FR'],
  ])('%s is %s', (name, expected) => {
    expect(top(name)).toBe(expected)
  })

  test('the country distinguishes places of one name', () => {
    expect(top('Sydney')).toBe('Sydney AU')
    expect(top('Sydney', 'CA')).toBe('Sydney CA')
    expect(top('Paris', 'us')).toBe('Paris US')
    expect(gazetteer.citiesByName('Paris', 'US').every((city) => city.country === 'US')).toBe(true)
    expect(gazetteer.citiesByName('Paris', 'XX')).toEqual([])
  })

  test('returns the most populous city first and at most 50 cities', () => {
    const cities = gazetteer.citiesByName('San Antonio')
    expect(cities.length).toBeGreaterThan(20)
    expect(cities.length).toBeLessThanOrEqual(50)
    const populations = cities.map((city) => city.population)
    expect(populations).toEqual(populations.toSorted((left, right) => right - left))
  })

  test.each(['', '   ', '🏨', '---', 'no such place anywhere', '\u0000', '￿￿', 'a'.repeat(10_000)])(
    '%j names no city',
    (name) => {
      expect(gazetteer.citiesByName(name)).toEqual([])
    },
  )

  // Fails if `fold` changes the order of the file. In this case run `npm run tables`.
  test('every city is found by its name and by each of its aliases', () => {
    const lost: string[] = []
    for (const city of all.filter((_, index) => index % 29 === 0)) {
      for (const name of [city.name, ...city.aliases]) {
        const found = gazetteer.citiesByName(name, city.country)
        if (found.length < 50 && !found.some(({ id }) => id === city.id)) lost.push(`${name} (${city.id})`)
      }
    }
    expect(lost).toEqual([])
    const folded = all.map((city) => fold(city.name))
    expect(folded.findIndex((name, index) => index > 0 && name < (folded[index - 1] ?? ''))).toBe(-1)
  })

  test('an alias never folds like its city or like another alias of it', () => {
    const repeated = all.filter(
      ({ name, aliases }) => new Set([name, ...aliases].map(fold)).size !== aliases.length + 1,
    )
    expect(repeated).toEqual([])
  })
})

describe('near a point', () => {
  const points: [string, Coordinates, number][] = [
    ['in a city', [48.8566, 2.3522], 20_000],
    ['at a corner of cells', [50, 8.5], 60_000],
    ['across the antimeridian, from the west', [-17.8, 179.99], 300_000],
    ['across the antimeridian, from the east', [-17.8, -179.99], 300_000],
    ['on the antimeridian', [65, 180], 500_000],
    ['at the north pole', [90, 0], 2_500_000],
    ['near the south pole', [-89.9, 45], 4_000_000],
    ['far north, where degrees are short', [69.65, 18.96], 200_000],
    ['nowhere near land', [-48.9, -123.4], 100_000],
    ['in no radius', [48.8534, 2.3488], 0],
    ['in the widest radius', [0, 0], 21_000_000],
  ]

  test.each(points)('%s, the result equals that of a search through all cities', (_name, coordinates, radius) => {
    const expected = all
      .map((city) => ({ id: city.id, distance: distance(coordinates, city.coordinates) }))
      .filter((city) => city.distance <= radius)
      .sort((left, right) => left.distance - right.distance || left.id - right.id)
      .slice(0, 1_000)
    const found = gazetteer.citiesNear(coordinates, radius, 1_000)
    expect(found.length).toBe(expected.length)
    // Places at equal distances may swap because of rounding.
    const distances = found.map((city) => distance(coordinates, city.coordinates))
    for (const [index, { distance: meters }] of expected.entries()) expect(distances[index]).toBeCloseTo(meters, 2)
  })

  test.each([
    ['Basel, at three borders', [47.5584, 7.5733], 'CH'],
    ['Geneva', [46.2044, 6.1432], 'CH'],
    ['Strasbourg, on the Rhine', [48.5734, 7.7521], 'FR'],
    ['Kehl, across the Rhine', [48.5722, 7.8156], 'DE'],
    ['Monte Carlo', [43.7396, 7.4272], 'MC'],
    ['San Diego', [32.7157, -117.1611], 'US'],
    ['Tijuana', [32.5149, -117.0382], 'MX'],
    ['Niagara Falls, Ontario', [43.0896, -79.0849], 'CA'],
    ['Singapore', [1.29, 103.85], 'SG'],
    ['Hong Kong', [22.2793, 114.1628], 'HK'],
  ] as const)('the nearest city determines the country of %s', (_name, coordinates, country) => {
    expect(gazetteer.citiesNear(coordinates, 20_000, 1)[0]?.country).toBe(country)
  })

  test('returns nothing for coordinates that are not on the earth', () => {
    for (const coordinates of [
      [91, 0],
      [0, 181],
      [Number.NaN, 0],
      [0, Number.POSITIVE_INFINITY],
    ] as const) {
      expect(gazetteer.citiesNear(coordinates, 1_000_000, 10)).toEqual([])
    }
  })

  test('rejects a wrong radius or limit with the allowed values', () => {
    expect(() => gazetteer.citiesNear([0, 0], -1, 10)).toThrow('radiusMeters is -1: give 0 or more')
    expect(() => gazetteer.citiesNear([0, 0], Number.NaN, 10)).toThrow(TypeError)
    expect(() => gazetteer.citiesNear([0, 0], 1, 0)).toThrow('limit is 0: give an integer from 1 to 1000')
    expect(() => gazetteer.airportsNear([0, 0], 1, 1_001)).toThrow(TypeError)
  })
})

describe('airports', () => {
  test.each([
    ['CDG', 'FR'],
    ['lhr', 'GB'],
    ['Jfk', 'US'],
    ['HND', 'JP'],
    ['BSL', 'FR'],
    ['GVA', 'CH'],
    ['SYD', 'AU'],
    ['DXB', 'AE'],
    ['GRU', 'BR'],
    ['CPT', 'ZA'],
  ])('%s is in %s', (iata, country) => {
    expect(gazetteer.airport(iata)).toMatchObject({ iata: iata.toUpperCase(), country })
  })

  test.each([
    ['AVR', 'which its source assigns to two countries'],
    ['PAR', 'a city'],
    ['QQS', 'a railway station'],
    ['', 'nothing'],
    ['CDGX', 'no code'],
  ])('%j is not an airport: %s', (iata) => {
    expect(gazetteer.airport(iata)).toBeUndefined()
  })

  test('codes are distinct, sorted and consist of three capital letters', () => {
    const codes = [...gazetteer.airports()].map((airport) => airport.iata)
    expect(codes.length).toBeGreaterThan(9_000)
    expect(codes.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true)
    expect(codes).toEqual([...new Set(codes)].sort())
  })

  test('finds the airports near Paris, nearest first', () => {
    const near = gazetteer.airportsNear([48.8566, 2.3522], 60_000, 50)
    expect(near.map((airport) => airport.iata)).toEqual(expect.arrayContaining(['ORY', 'LBG', 'CDG']))
    const distances = near.map((airport) => distance([48.8566, 2.3522], airport.coordinates))
    expect(distances).toEqual(distances.toSorted((left, right) => left - right))
  })
})

/**
 * Returns the distance in metres on the sphere from the angle between two vectors, a method that the tested code does
 * not use.
 */
function distance(from: Coordinates, to: Coordinates): number {
  const [a, b] = [vector(from), vector(to)]
  const cross = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
  return 6_371_008.8 * Math.atan2(cross, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])
}

function vector([latitude, longitude]: Coordinates): [number, number, number] {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}
