import { type MapView, metersPerPixel, type Point, worldOf, wrapped } from './map-view.ts'

const NICE: readonly number[] = [1, 2, 5]
const MAX_RINGS = 8

/** Returns the largest of 1, 2, 5, 10, 20, ... that is not above the number. */
export function niceBelow(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  return power * (NICE.findLast((each) => each * power <= most * (1 + Number.EPSILON)) ?? 1)
}

/** A scale bar of a round length that is not wider than the pixels. */
export function scaleBar(view: MapView, maxPixels: number): { readonly meters: number; readonly pixels: number } {
  const perPixel = metersPerPixel(view)
  const meters = niceBelow(maxPixels * perPixel)
  return { meters, pixels: meters / perPixel }
}

/** Returns the radii of circles around a point, in metres and round: 1 km apart in a town. */
export function ringMeters(view: MapView): readonly number[] {
  const step = niceBelow((Math.min(view.width, view.height) / 2.2) * metersPerPixel(view))
  const corner = (Math.hypot(view.width, view.height) / 2) * metersPerPixel(view)
  const count = Math.min(MAX_RINGS, Math.ceil(corner / step))
  return Array.from({ length: count }, (_, at) => step * (at + 1))
}

/** Returns the direction of the second point from the first: 0 to 7, clockwise from north in steps of 45°. */
export function directionOf(from: Point, to: Point): number {
  const [[x0, y0], [x1, y1]] = [worldOf(from), worldOf(to)]
  const angle = Math.atan2(wrapped(x1 - x0), y0 - y1)
  return Math.round((angle / (2 * Math.PI)) * 8 + 8) % 8
}
