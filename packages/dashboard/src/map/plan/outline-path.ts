import { type MapView, type Pixel, worldOf, worldPixels, wrapped } from '../view/map-view.ts'
import type { Ring } from './country-outlines.ts'

/** Returns the SVG path of the rings that touch the map, or an empty text. */
export function outlinePath(view: MapView, rings: readonly Ring[]): string {
  const [centerX, centerY] = worldOf(view.center)
  const size = worldPixels(view)
  const [halfWidth, halfHeight] = [view.width / 2 / size, view.height / 2 / size]
  return rings
    .map((ring) => {
      // The ring is drawn on the side of the world on which it is nearer to the middle.
      const middle = (ring.west + ring.east) / 2
      const shift = centerX + wrapped(middle - centerX) - middle
      const isSeen =
        ring.east + shift > centerX - halfWidth &&
        ring.west + shift < centerX + halfWidth &&
        ring.south > centerY - halfHeight &&
        ring.north < centerY + halfHeight
      if (!isSeen) return ''
      return pathOf(ring, ([x, y]) => [
        (x + shift - centerX) * size + view.width / 2,
        (y - centerY) * size + view.height / 2,
      ])
    })
    .join('')
}

/** Returns the SVG path of a ring. Points that move less than half a pixel are dropped. */
export function pathOf({ points }: Ring, place: (point: Pixel) => Pixel): string {
  let path = ''
  let [lastX, lastY] = [Number.NaN, Number.NaN]
  for (const point of points) {
    const [x, y] = place(point)
    if (Math.abs(x - lastX) < 0.5 && Math.abs(y - lastY) < 0.5) continue
    path += `${path === '' ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    lastX = x
    lastY = y
  }
  return path === '' ? '' : `${path}Z`
}

/** As a share of the world: about 5° of longitude. */
const MAX_GAP = 0.015

type Bounds = Pick<Ring, 'west' | 'east' | 'north' | 'south'>

/**
 * Returns the rings of a country around a point: the nearest ring and those near it, so that land on the other side of
 * the world does not shrink the rest. The point is returned on their side of the date line.
 */
export function ringsAround(
  rings: readonly Ring[],
  [x, y]: Pixel,
): { readonly rings: readonly Ring[]; readonly point: Pixel } {
  const places = [x, x + 1, x - 1].map((each) => ({ west: each, east: each, north: y, south: y }))
  const [nearest] = rings
    .flatMap((ring) => places.map((place) => ({ ring, place, gap: gapOf(ring, place) })))
    .toSorted((a, b) => a.gap - b.gap || areaOf(b.ring) - areaOf(a.ring))
  if (nearest === undefined) return { rings: [], point: [x, y] }
  const { place } = nearest
  const main = rings
    .filter((ring) => gapOf(ring, place) < MAX_GAP)
    .reduce((best, ring) => (areaOf(ring) > areaOf(best) ? ring : best), nearest.ring)
  return { rings: rings.filter((ring) => gapOf(ring, main) < MAX_GAP), point: [place.west, y] }
}

/** The gap between two bounds, or 0. */
function gapOf(a: Bounds, b: Bounds): number {
  return Math.max(0, a.west - b.east, b.west - a.east, a.north - b.south, b.north - a.south)
}

function areaOf({ west, east, north, south }: Bounds): number {
  return (east - west) * (south - north)
}
