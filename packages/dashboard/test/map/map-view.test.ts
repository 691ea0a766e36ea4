import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceMeters } from '../../src/data/product/distance.ts'
import { stepOf, viewAfter } from '../../src/map/input/map-keys.ts'
import {
  fitted,
  type MapView,
  metersPerPixel,
  movedBy,
  type Point,
  panned,
  pixelOf,
  pointAt,
  zoomed,
} from '../../src/map/view/map-view.ts'
import { directionOf, niceBelow, ringMeters, scaleBar } from '../../src/map/view/scale.ts'

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true })
const point: fc.Arbitrary<Point> = fc.tuple(number(-80, 80), number(-180, 180))
const view: fc.Arbitrary<MapView> = fc.record({
  center: point,
  zoom: number(1, 19),
  width: fc.integer({ min: 200, max: 2_000 }),
  height: fc.integer({ min: 200, max: 1_000 }),
})
const pixel = fc.tuple(number(0, 200), number(0, 200))
const key = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }

describe('the view of a map', () => {
  test('a pixel shows one point, and the point is drawn at the pixel', () => {
    fc.assert(
      fc.property(view, pixel, (shown, [x, y]) => {
        // The map does not show the world twice, and not the poles, where the projection ends.
        fc.pre(shown.zoom > 3 && Math.abs(pointAt(shown, [x, y])[0]) < 85)
        const [atX, atY] = pixelOf(shown, pointAt(shown, [x, y]))
        expect(atX).toBeCloseTo(x, 2)
        expect(atY).toBeCloseTo(y, 2)
      }),
    )
  })

  test('zooming keeps what is below the pointer, and panning moves it with the pointer', () => {
    fc.assert(
      fc.property(view, pixel, number(-3, 3), (shown, at, steps) => {
        fc.pre(Math.abs(shown.center[0]) < 70 && shown.zoom > 7 && shown.zoom < 16)
        const before = pointAt(shown, at)
        expect(distanceMeters(pointAt(zoomed(shown, steps, at), at), before)).toBeLessThan(1)
        expect(distanceMeters(pointAt(panned(shown, [13, -7]), [at[0] + 13, at[1] - 7]), before)).toBeLessThan(1)
      }),
    )
  })

  test('a fitted view shows all points, also on both sides of the date line, and not closer than asked', () => {
    fc.assert(
      fc.property(point, fc.array(fc.tuple(number(-4, 4), number(-4, 4)), { maxLength: 6 }), (first, offsets) => {
        const points = [first, ...offsets.map(([a, b]): Point => [first[0] + a, ((first[1] + b + 540) % 360) - 180])]
        const shown = fitted(points, 600, 300, 16)
        expect(shown.zoom).toBeLessThanOrEqual(16)
        for (const each of points) {
          const [x, y] = pixelOf(shown, each)
          expect([x >= 0 && x <= 600, y >= 0 && y <= 300]).toEqual([true, true])
        }
      }),
    )
    expect(fitted([], 600, 300, 16)).toMatchObject({ zoom: 1 })
    expect(fitted([[48, 2]], 600, 300, 16)).toMatchObject({ zoom: 16, center: [expect.closeTo(48), expect.closeTo(2)] })
  })

  test('metres of a pixel and of a step agree with the distance of the registry', () => {
    fc.assert(
      fc.property(point, number(-500, 500), number(-500, 500), (from, north, east) => {
        const way = distanceMeters(from, movedBy(from, north, east))
        expect(Math.abs(way - Math.hypot(north, east))).toBeLessThan(1)
      }),
    )
    const shown = fitted([[48.85, 2.35]], 600, 300, 16)
    const across = distanceMeters(pointAt(shown, [0, 150]), pointAt(shown, [600, 150]))
    expect(across / 600).toBeCloseTo(metersPerPixel(shown), 3)
  })

  test('the scale bar and the circles have round lengths', () => {
    expect([1, 1.9, 2, 4.99, 5, 9, 10, 73, 1_000, 2_400].map(niceBelow)).toEqual([
      1, 1, 2, 2, 5, 5, 10, 50, 1_000, 2_000,
    ])
    fc.assert(
      fc.property(view, (shown) => {
        const bar = scaleBar(shown, 130)
        expect(bar.pixels).toBeLessThanOrEqual(130.001)
        expect(bar.pixels).toBeGreaterThan(50)
        expect(bar.pixels * metersPerPixel(shown)).toBeCloseTo(bar.meters, 3)
        const rings = ringMeters(shown)
        expect(rings.length).toBeGreaterThan(0)
        expect(rings.length).toBeLessThanOrEqual(8)
      }),
    )
  })

  test.each([
    [[1, 0], 0],
    [[1, 1], 1],
    [[0, 1], 2],
    [[-1, 0], 4],
    [[0, -1], 6],
    [[1, -1], 7],
  ] as const)('the way %s has direction %i', ([north, east], direction) => {
    expect(directionOf([10, 179.9999], movedBy([10, 179.9999], north * 100, east * 100))).toBe(direction)
  })

  test('arrow keys, plus, minus and 0 are those of the map; keys with Ctrl and others are not', () => {
    const shown = fitted([[48.85, 2.35]], 600, 300, 12)
    const after = (name: string): MapView => viewAfter(shown, { ...key, key: name }) as MapView
    expect(after('ArrowRight').center[1]).toBeGreaterThan(2.35)
    expect(after('ArrowUp').center[0]).toBeGreaterThan(48.85)
    expect([after('+').zoom, after('-').zoom]).toEqual([13, 11])
    expect(viewAfter(shown, { ...key, key: '0' })).toBe('fit')
    expect(viewAfter(shown, { ...key, key: '+', ctrlKey: true })).toBeUndefined()
    expect(viewAfter(shown, { ...key, key: 'm' })).toBeUndefined()
    expect(stepOf({ ...key, key: 'ArrowLeft' })).toEqual([0, -5])
    expect(stepOf({ ...key, key: 'ArrowDown', shiftKey: true })).toEqual([-50, 0])
    expect(stepOf({ ...key, key: 'Enter' })).toBeUndefined()
  })
})
