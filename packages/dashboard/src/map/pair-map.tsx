import type { JSX } from 'preact'
import { distanceMeters } from '../data/product/distance.ts'
import type { LinkedRecord, ProductDetails } from '../data/product/product-details.ts'
import { pointOf } from '../data/product/record-fields.ts'
import { texts } from '../texts/texts.ts'
import { meters } from '../ui/show-values.ts'
import { NearList, useNearPlaces } from './near-places.tsx'
import { areaOf, directionText } from './place-list.tsx'
import { RegistryMap } from './registry-map.tsx'
import { type MapPlace, signOf } from './view/map-place.ts'
import type { Point } from './view/map-view.ts'

interface MappedRecord {
  readonly product: ProductDetails
  readonly linked: LinkedRecord
  readonly supplierName: string
}

/** A reviewer at speed passes by more pairs than this is worth asking for. */
const NEAR_DELAY_MS = 600

/** The two records of a pair on a map, with the distance between them and the products near by. */
export function PairMap({ columns }: { readonly columns: readonly [MappedRecord, MappedRecord] }): JSX.Element {
  const near = useNearPlaces(
    columns.map(({ product }) => product),
    NEAR_DELAY_MS,
  )
  const own = columns.flatMap((column, at) => placeOf(column, signOf(at)) ?? [])
  const [a, b] = own
  return (
    <section class="stack" aria-label={texts.map.title}>
      <h3>{texts.map.title}</h3>
      {a === undefined ? (
        <p class="dim">{texts.map.noCoordinatesHint}</p>
      ) : (
        <>
          <p>{b === undefined ? texts.map.oneHasNone(missingName(columns)) : apartText(a, b)}</p>
          <RegistryMap
            label={texts.map.label(own.map(({ name }) => name).join(', '))}
            places={[...own, ...near.places]}
            country={columns[0].product.location.country}
            area={areaOf(columns[0].product)}
            line={b === undefined ? undefined : [a.point, b.point]}
          />
          <NearList near={near} from={a.point} fromName={a.sign} />
        </>
      )}
    </section>
  )
}

function placeOf({ linked: { record }, supplierName }: MappedRecord, sign: string): MapPlace | undefined {
  const point = pointOf(record)
  if (point === undefined) return undefined
  return {
    key: `${record.supplier} ${record.code}`,
    kind: 'record',
    sign,
    name: record.name,
    about: supplierName,
    point,
  }
}

function missingName(columns: readonly MappedRecord[]): string {
  const at = columns.findIndex(({ linked }) => pointOf(linked.record) === undefined)
  return `${signOf(at)} (${columns[at]?.supplierName ?? ''})`
}

function apartText(a: MapPlace, b: MapPlace): string {
  const [one, other] = [a, b].map(({ sign, about }) => `${sign} (${about})`) as [string, string]
  const [from, to]: [Point, Point] = [a.point, b.point]
  const distance = distanceMeters(from, to)
  return distance < 1
    ? texts.map.samePoint(one, other)
    : texts.map.apart(one, other, meters(distance), directionText(from, to))
}
