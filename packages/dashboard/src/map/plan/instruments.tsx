import type { JSX } from 'preact'
import { texts } from '../../texts/texts.ts'
import { meters } from '../../ui/show-values.ts'
import type { MapView } from '../view/map-view.ts'
import { scaleBar } from '../view/scale.ts'

const MAX_BAR_PIXELS = 130
const MARGIN = 14

/** The compass and the scale bar of the map. */
export function Instruments({ view }: { readonly view: MapView }): JSX.Element {
  const bar = scaleBar(view, MAX_BAR_PIXELS)
  return (
    <>
      <g class="map-compass" transform={`translate(${view.width - 28} 40)`}>
        <circle r={17} />
        <path class="map-needle" d="M0 -13L4.5 2H-4.5Z" />
        <path d="M0 13L4.5 2H-4.5Z" />
        <text y={-20}>{texts.map.north}</text>
      </g>
      <g class="map-scale" transform={`translate(${MARGIN} ${view.height - MARGIN})`}>
        <rect x={-6} y={-22} width={bar.pixels + 12} height={28} rx={4} />
        <path d={`M0 -5V0H${bar.pixels.toFixed(1)}V-5`} />
        <text x={bar.pixels / 2} y={-8}>
          {meters(bar.meters)}
        </text>
      </g>
    </>
  )
}
