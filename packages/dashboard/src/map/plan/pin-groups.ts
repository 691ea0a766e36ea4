import type { MapPlace } from '../view/map-place.ts'
import { type MapView, type Pixel, pixelOf } from '../view/map-view.ts'

/** Places whose pins would cover each other, drawn as one pin at the first place. */
export interface PinGroup {
  readonly at: Pixel
  readonly places: readonly MapPlace[]
}

/** Pins that are nearer than this many pixels become one. */
const MIN_GAP = 18
/** Pins outside of the map by more pixels are not drawn. */
const MARGIN = 40

/** Groups visible places whose pins would cover each other. Each pin keeps its first place, in the given order. */
export function pinGroups(view: MapView, places: readonly MapPlace[]): readonly PinGroup[] {
  const groups: { at: Pixel; places: MapPlace[] }[] = []
  for (const place of places) {
    const [x, y] = pixelOf(view, place.point)
    if (x < -MARGIN || y < -MARGIN || x > view.width + MARGIN || y > view.height + MARGIN) continue
    const near = groups.find(({ at }) => Math.hypot(at[0] - x, at[1] - y) < MIN_GAP)
    if (near === undefined) groups.push({ at: [x, y], places: [place] })
    else near.places.push(place)
  }
  return groups
}

/** Returns the sign of a pin: `A`, `AB`, `7,8`, or `A+3` for more than two places. */
export function groupSign({ places }: PinGroup): string {
  const [first, second] = places
  if (first === undefined) return ''
  if (second === undefined) return first.sign
  if (places.length > 2) return `${first.sign}+${places.length - 1}`
  return /\d$/.test(first.sign) ? `${first.sign},${second.sign}` : `${first.sign}${second.sign}`
}
