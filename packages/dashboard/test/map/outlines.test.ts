import { describe, expect, test } from 'vitest'
import { countryOutlines, type Ring } from '../../src/map/plan/country-outlines.ts'
import { outlinePath, ringsAround } from '../../src/map/plan/outline-path.ts'
import { groupSign, pinGroups } from '../../src/map/plan/pin-groups.ts'
import { type MapPlace, signOf } from '../../src/map/view/map-place.ts'
import { fitted, type Pixel, type Point, worldOf } from '../../src/map/view/map-view.ts'

function isInside([x, y]: Pixel, rings: readonly Ring[]): boolean {
  let crossings = 0
  for (const { points } of rings) {
    for (const [at, [x1, y1]] of points.entries()) {
      const [x0, y0] = points.at(at - 1) as Pixel
      if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) crossings++
    }
  }
  return crossings % 2 === 1
}

const rings = (code: string): readonly Ring[] => countryOutlines().find((each) => each.code === code)?.rings ?? []

describe('outlines of countries', () => {
  test.each<[city: string, code: string, point: Point]>([
    ['Paris', 'FR', [48.85, 2.35]],
    ['Sydney', 'AU', [-33.9, 150.9]],
    ['Denver', 'US', [39.74, -104.99]],
    ['Nairobi', 'KE', [-1.29, 36.82]],
    ['Kyoto', 'JP', [35.01, 135.77]],
    ['La Paz', 'BO', [-16.5, -68.15]],
    ['Pristina', 'XK', [42.66, 21.16]],
  ])('%s is inside of %s alone', (_, code, point) => {
    const at = worldOf(point)
    expect(
      countryOutlines()
        .filter((country) => isInside(at, country.rings))
        .map((country) => country.code),
    ).toEqual([code])
  })

  test('every ring is closed and has an area, and small countries of travellers are there', () => {
    for (const { rings: all } of countryOutlines()) {
      for (const { points } of all) {
        expect(points.at(0)).toEqual(points.at(-1))
        expect(points.length).toBeGreaterThanOrEqual(4)
      }
    }
    for (const code of ['MT', 'MV', 'MU', 'SC', 'SG', 'MC', 'BB', 'AD', 'VA']) {
      expect([code, rings(code).length > 0]).toEqual([code, true])
    }
  })

  test('only rings that touch the map are drawn, also beyond the date line', () => {
    const nearFiji = fitted([[-17, 179.9]], 600, 300, 5)
    expect(outlinePath(nearFiji, rings('FJ'))).not.toBe('')
    expect(outlinePath(nearFiji, rings('FR'))).toBe('')
    const west = fitted([[-17, -179.9]], 600, 300, 5)
    expect(outlinePath(west, rings('FJ'))).not.toBe('')
  })

  test('the small outline of a country leaves out its land on the other side of the world', () => {
    const { rings: shown } = ringsAround(rings('FR'), worldOf([48.85, 2.35]))
    expect(isInside(worldOf([48.85, 2.35]), shown)).toBe(true)
    expect(Math.max(...shown.map(({ east }) => east)) - Math.min(...shown.map(({ west }) => west))).toBeLessThan(0.06)
    const { rings: island } = ringsAround(rings('FR'), worldOf([-21.1, 55.5]))
    expect(isInside(worldOf([-21.1, 55.5]), island)).toBe(true)
    expect(island.length).toBeLessThan(4)
    const fiji = ringsAround(rings('FJ'), worldOf([-16.5, -179.9]))
    const middle = fiji.rings.map(({ west, east }) => (west + east) / 2)
    expect(Math.max(...middle.map((each) => Math.abs(each - fiji.point[0])))).toBeLessThan(0.02)
  })
})

describe('pins', () => {
  const place = (sign: string, point: Point): MapPlace => ({
    key: sign,
    kind: 'record',
    sign,
    name: sign,
    about: '',
    point,
  })
  const points: readonly Point[] = [
    [48.85, 2.35],
    [48.85001, 2.35],
    [48.85, 2.35001],
    [48.86, 2.35],
  ]
  const places = points.map((point, at) => place(signOf(at), point))

  test('which would cover each other are one pin that names them; none is lost', () => {
    const shown = fitted(points, 600, 300, 19)
    const groups = pinGroups(shown, places)
    expect(groups.map(groupSign)).toEqual(['A+2', 'D'])
    expect(groups.flatMap((group) => group.places)).toEqual(places)
    expect(pinGroups(fitted(points.slice(0, 2), 600, 300, 24), places).map(groupSign)).toEqual(['A', 'B', 'C'])
  })

  test('of two numbers are not one number', () => {
    const near = ['7', '8'].map((sign, at): MapPlace => ({ ...place(sign, points[at] as Point), kind: 'near' }))
    expect(pinGroups(fitted(points, 600, 300, 19), near).map(groupSign)).toEqual(['7,8'])
  })

  test('have letters that do not repeat', () => {
    const signs = Array.from({ length: 80 }, (_, at) => signOf(at))
    expect(new Set(signs).size).toBe(80)
    expect([signs[0], signs[25], signs[26], signs[53]]).toEqual(['A', 'Z', 'A2', 'B3'])
  })
})
