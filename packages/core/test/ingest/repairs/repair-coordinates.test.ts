import { loadGazetteer } from '@utpid/gazetteer'
import { describe, expect, test } from 'vitest'
import {
  centroidPrecision,
  type NamedPlace,
  parseCoordinates,
  proveCoordinates,
} from '../../../src/ingest/repairs/repair-coordinates.ts'
import { RepairLog } from '../../../src/ingest/repairs/repair-log.ts'
import type { Coordinates } from '../../../src/model/place.ts'

function read(value: unknown): readonly [Coordinates | undefined, string] {
  const log = new RepairLog()
  const coordinates = parseCoordinates(value, log)
  return [coordinates, log.repairs.map(({ code }) => code).join(' ')]
}

describe('coordinates before parsing', () => {
  test.each<[unknown, Coordinates | undefined, string]>([
    [[48.8566, 2.3522], [48.8566, 2.3522], ''],
    [['48.8566', ' 2.3522 '], [48.8566, 2.3522], ''],
    [['48,8566', '2,3522'], [48.8566, 2.3522], ''],
    ['48.8566, 2.3522', [48.8566, 2.3522], ''],
    ['48.8566,2.3522', [48.8566, 2.3522], ''],
    ['48.8566;2.3522', [48.8566, 2.3522], ''],
    ['48.8566 2.3522', [48.8566, 2.3522], ''],
    ['48,8566; 2,3522', [48.8566, 2.3522], ''],
    ['48,8566, 2,3522', [48.8566, 2.3522], ''],
    ['-33.87,-70.6', [-33.87, -70.6], ''],
    [{ lat: 48.8566, lon: 2.3522 }, [48.8566, 2.3522], ''],
    [{ latitude: '48.8566', longitude: '2.3522' }, [48.8566, 2.3522], ''],
    [{ lat: 48.8566, lng: 2.3522 }, [48.8566, 2.3522], ''],
    [[139.7, 35.6], [35.6, 139.7], 'coordinates_swapped'],
    [[0, 0], undefined, 'coordinates_removed'],
    [[91, 181], undefined, 'coordinates_removed'],
    [[48.8, 200], undefined, 'coordinates_removed'],
    [[48.8], undefined, 'coordinates_removed'],
    [[48.8, 2.3, 35], undefined, 'coordinates_removed'],
    [['N48', 'E2'], undefined, 'coordinates_removed'],
    [[Number.NaN, 2], undefined, 'coordinates_removed'],
    [[null, null], undefined, 'coordinates_removed'],
    [{ lat: 48.8 }, undefined, 'coordinates_removed'],
    ['48', undefined, 'coordinates_removed'],
    [48, undefined, 'coordinates_removed'],
    [true, undefined, 'coordinates_removed'],
    [null, undefined, ''],
    ['', undefined, ''],
  ])('%j', (value, coordinates, codes) => {
    expect(read(value)).toEqual([coordinates, codes])
  })
})

describe('coordinates that the place of a record disproves', () => {
  const gazetteer = loadGazetteer()

  test.each<[string, Coordinates, NamedPlace, Coordinates, string]>([
    ['are swapped back', [2.3522, 48.8566], { city: 'Paris', country: 'FR' }, [48.8566, 2.3522], 'coordinates_swapped'],
    ['are swapped back by the country alone', [9.19, 45.46], { country: 'IT' }, [45.46, 9.19], 'coordinates_swapped'],
    [
      'get a missing sign back',
      [33.8688, 151.2093],
      { city: 'Sydney', country: 'AU' },
      [-33.8688, 151.2093],
      'coordinates_sign_flipped',
    ],
    [
      'get a missing sign of the longitude back',
      [40.7128, 74.006],
      { city: 'New York', country: 'US' },
      [40.7128, -74.006],
      'coordinates_sign_flipped',
    ],
    ['are kept when they agree', [48.87, 2.33], { city: 'Paris', country: 'FR' }, [48.87, 2.33], ''],
    ['are kept without a place', [2.3522, 48.8566], {}, [2.3522, 48.8566], ''],
    ['are kept when no variation is near', [52.52, 13.405], { city: 'Paris', country: 'FR' }, [52.52, 13.405], ''],
    ['are kept when the city is unknown', [2.3522, 48.8566], { city: 'Qwzyx' }, [2.3522, 48.8566], ''],
  ])('%s', (_what, coordinates, named, expected, codes) => {
    const log = new RepairLog()
    expect(proveCoordinates(coordinates, named, gazetteer, log)).toEqual(expected)
    expect(log.repairs.map(({ code }) => code).join(' ')).toBe(codes)
  })

  test('detects the centre of a city, but not a house next to it', () => {
    const [paris] = gazetteer.citiesByName('Paris', 'FR')
    const [latitude, longitude] = paris?.coordinates ?? [0, 0]
    expect(centroidPrecision([latitude, longitude], gazetteer, new RepairLog())).toBe(3_000)
    expect(centroidPrecision([latitude + 0.0005, longitude], gazetteer, new RepairLog())).toBeUndefined()
  })
})
