import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { texts } from '../../texts/texts.ts'
import { countryName } from '../../ui/show-values.ts'
import { type Pixel, type Point, worldOf } from '../view/map-view.ts'
import { countryOutlines } from './country-outlines.ts'
import { pathOf, ringsAround } from './outline-path.ts'

const SIZE = 76
const PADDING = 8

/** The outline of a country with a dot where the map is. */
export function Locator({ country, point }: { readonly country: string; readonly point: Point }): JSX.Element | null {
  const [latitude, longitude] = point
  const drawn = useMemo(() => drawnCountry(country, [latitude, longitude]), [country, latitude, longitude])
  if (drawn === undefined) return null
  return (
    <svg
      class="map-locator"
      width={SIZE}
      height={SIZE}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label={texts.map.inCountry(countryName(country))}
    >
      <rect class="map-sea" width={SIZE} height={SIZE} rx={6} />
      <path class="map-land" d={drawn.path} />
      <circle class="map-dot" cx={drawn.dot[0]} cy={drawn.dot[1]} r={4} />
    </svg>
  )
}

function drawnCountry(code: string, point: Point): { readonly path: string; readonly dot: Pixel } | undefined {
  const outline = countryOutlines().find((each) => each.code === code)
  if (outline === undefined) return undefined
  const { rings, point: dot } = ringsAround(outline.rings, worldOf(point))
  const west = Math.min(dot[0], ...rings.map((ring) => ring.west))
  const east = Math.max(dot[0], ...rings.map((ring) => ring.east))
  const north = Math.min(dot[1], ...rings.map((ring) => ring.north))
  const south = Math.max(dot[1], ...rings.map((ring) => ring.south))
  const scale = (SIZE - 2 * PADDING) / Math.max(east - west, south - north, Number.EPSILON)
  const place = ([x, y]: Pixel): Pixel => [
    (x - (west + east) / 2) * scale + SIZE / 2,
    (y - (north + south) / 2) * scale + SIZE / 2,
  ]
  return { path: rings.map((ring) => pathOf(ring, place)).join(''), dot: place(dot) }
}
