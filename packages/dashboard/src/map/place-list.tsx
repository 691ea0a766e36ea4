import type { JSX } from 'preact'
import { distanceMeters } from '../data/product/distance.ts'
import type { ProductDetails } from '../data/product/product-details.ts'
import { texts } from '../texts/texts.ts'
import { countryName, meters } from '../ui/show-values.ts'
import { Table } from '../ui/table.tsx'
import type { MapPlace } from './view/map-place.ts'
import type { Point } from './view/map-view.ts'
import { directionOf } from './view/scale.ts'

/** The places of a map as a table: the same as the map, for people who do not see it. */
export function PlaceList({
  label,
  places,
  from,
  fromName,
}: {
  readonly label: string
  readonly places: readonly MapPlace[]
  /** Distances and directions are from this point. */
  readonly from: Point
  readonly fromName: string
}): JSX.Element {
  return (
    <Table
      label={label}
      rows={places}
      keyOf={({ key }) => key}
      columns={[
        {
          label: texts.map.place,
          isName: true,
          show: ({ sign, name, href }) => (
            <>
              <span class="map-sign">{sign}</span> {href === undefined ? name : <a href={href}>{name}</a>}
            </>
          ),
        },
        { label: texts.map.what, show: ({ about }) => <span class="dim">{about}</span> },
        { label: texts.map.from(fromName), show: ({ point }) => awayText(from, point) },
      ]}
    />
  )
}

/** Returns distance and direction of a point from another: `120 m north-east`, or `here`. */
export function awayText(from: Point, to: Point): string {
  const distance = distanceMeters(from, to)
  return distance < 1 ? texts.map.here : texts.map.away(meters(distance), directionText(from, to))
}

export function directionText(from: Point, to: Point): string {
  return texts.map.directions[directionOf(from, to)] ?? ''
}

/** Returns city and country in words, or an empty text. */
export function areaOf({ location: { city, country } }: Pick<ProductDetails, 'location'>): string {
  const named = country === undefined || country === 'ZZ' ? undefined : countryName(country)
  return [city, named].filter((part) => part !== undefined && part !== '').join(', ')
}
