import type { JSX } from 'preact'
import { distanceMeters } from '../../data/product/distance.ts'
import { meters } from '../../ui/show-values.ts'
import type { MapPlace } from '../view/map-place.ts'
import { type MapView, type Point, pixelOf } from '../view/map-view.ts'
import { groupSign, type PinGroup, pinGroups } from './pin-groups.ts'

interface PinLayerProps {
  readonly view: MapView
  readonly places: readonly MapPlace[]
  /** A line with its length between two points: the two records of a pair, or the way of a moved pin. */
  readonly line: readonly [Point, Point] | undefined
}

/** The pins of the map. The list next to the map says the same as text. */
export function PinLayer({ view, places, line }: PinLayerProps): JSX.Element {
  const records = places.filter(({ kind }) => kind === 'record')
  const others = places.filter(({ kind }) => kind === 'near' || kind === 'alike')
  return (
    <>
      {pinGroups(view, others).map((group) => (
        <Pin key={group.places[0]?.key} group={group} />
      ))}
      {line !== undefined && <Line view={view} line={line} />}
      {pinGroups(view, records).map((group) => (
        <Pin key={group.places[0]?.key} group={group} />
      ))}
    </>
  )
}

/** Half of the width of a letter. */
const LETTER_HALF_PIXELS = 4

function Pin({ group }: { readonly group: PinGroup }): JSX.Element {
  const { at, places } = group
  const [first] = places
  const sign = groupSign(group)
  const isRecord = first?.kind === 'record'
  const height = isRecord ? 11 : 9
  const half = height + (sign.length - 1) * LETTER_HALF_PIXELS
  const title = places.map((place) => `${place.sign}: ${place.name}`).join('\n')
  const drawn = (
    <g class={`map-pin is-${first?.kind}`} transform={`translate(${at[0].toFixed(1)} ${at[1].toFixed(1)})`}>
      <title>{title}</title>
      <rect x={-half} y={-height} width={half * 2} height={height * 2} rx={height} />
      <text dy="0.35em">{sign}</text>
    </g>
  )
  return first?.href === undefined ? (
    drawn
  ) : (
    <a href={first.href} tabindex={-1} draggable={false}>
      {drawn}
    </a>
  )
}

/** Lines shorter than this have no room for their length. */
const MIN_LABELLED_PIXELS = 80

function Line({
  view,
  line: [from, to],
}: {
  readonly view: MapView
  readonly line: readonly [Point, Point]
}): JSX.Element {
  const [[x0, y0], [x1, y1]] = [pixelOf(view, from), pixelOf(view, to)]
  const isLabelled = Math.hypot(x1 - x0, y1 - y0) >= MIN_LABELLED_PIXELS
  return (
    <g class="map-line">
      <line x1={x0} y1={y0} x2={x1} y2={y1} />
      {isLabelled && (
        <text x={(x0 + x1) / 2} y={(y0 + y1) / 2 - 6}>
          {meters(distanceMeters(from, to))}
        </text>
      )}
    </g>
  )
}
