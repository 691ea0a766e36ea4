import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { meters } from '../../ui/show-values.ts'
import { type MapView, metersPerPixel, type Point, pixelOf } from '../view/map-view.ts'
import { ringMeters } from '../view/scale.ts'
import { countryOutlines } from './country-outlines.ts'
import { outlinePath } from './outline-path.ts'

/** Outlines are exact to about 10 km. Closer than this they would say that a house at the sea is in the sea. */
const MIN_OUTLINE_METERS_PER_PIXEL = 60

/** Whether the plan of a view has outlines of countries. */
export function areOutlinesShown(view: MapView): boolean {
  return metersPerPixel(view) >= MIN_OUTLINE_METERS_PER_PIXEL
}

/** The plan below the pins: outlines of countries from far, circles of round distances from near. */
export function PlanLayer({ view, middle }: { readonly view: MapView; readonly middle: Point }): JSX.Element {
  const hasOutlines = areOutlinesShown(view)
  const land = useMemo(
    () => (hasOutlines ? countryOutlines().map(({ rings }) => outlinePath(view, rings)) : []),
    [view, hasOutlines],
  )
  return (
    <>
      <rect class={hasOutlines ? 'map-sea' : 'map-ground'} width={view.width} height={view.height} />
      {land.map((path) => path !== '' && <path key={path} class="map-land" d={path} />)}
      <Rings view={view} middle={middle} />
    </>
  )
}

function Rings({ view, middle }: { readonly view: MapView; readonly middle: Point }): JSX.Element {
  const [x, y] = pixelOf(view, middle)
  const perPixel = metersPerPixel(view)
  return (
    <g class="map-rings">
      <path d={`M${x} 0V${view.height}M0 ${y}H${view.width}`} />
      {ringMeters(view).map((radius) => (
        <g key={radius}>
          <circle cx={x} cy={y} r={radius / perPixel} />
          <text x={x + 4} y={y + radius / perPixel - 4}>
            {meters(radius)}
          </text>
        </g>
      ))}
    </g>
  )
}
