import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { may } from '../../data/api/session.ts'
import { distanceMeters } from '../../data/product/distance.ts'
import type { ProductDetails } from '../../data/product/product-details.ts'
import { pointOf } from '../../data/product/record-fields.ts'
import { NearList, useNearPlaces } from '../../map/near-places.tsx'
import { areaOf, directionText, PlaceList } from '../../map/place-list.tsx'
import { RegistryMap } from '../../map/registry-map.tsx'
import { type MapPlace, signOf } from '../../map/view/map-place.ts'
import type { Point } from '../../map/view/map-view.ts'
import { texts } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { meters } from '../../ui/show-values.ts'
import { Empty } from '../../ui/states.tsx'
import { PinDialog } from './pin-dialog.tsx'

interface ProductMapProps {
  readonly product: ProductDetails
  readonly onChange: () => void
}

/** About 1 m: more digits would say that a dragged pin is more exact than it is. */
const PINNED_DECIMALS = 5

/** The records of a product and the products near by on a map. A dragged pin proposes another location. */
export function ProductMap({ product, onChange }: ProductMapProps): JSX.Element {
  const near = useNearPlaces([product])
  const [moved, setMoved] = useState<Point | undefined>(undefined)
  const [isProposing, setProposing] = useState(false)
  const mayPin = may('registry:write')
  const shown = pointOf(product)
  const records = product.records.flatMap(({ record }, at): MapPlace[] => {
    const point = pointOf(record)
    if (point === undefined) return []
    const about = `${record.supplier} ${record.code}`
    return [{ key: about, kind: 'record', sign: signOf(at), name: record.name, about, point }]
  })
  const middle = shown ?? records[0]?.point
  const propose = mayPin ? () => setProposing(true) : undefined
  return (
    <Panel title={texts.map.title}>
      {middle === undefined ? (
        <Empty title={texts.map.noCoordinates}>
          <p>{texts.map.noCoordinatesHint}</p>
          {propose !== undefined && <Button onPress={propose}>{texts.map.setLocation}</Button>}
        </Empty>
      ) : (
        <div class="stack">
          {mayPin && <MoveBar from={middle} moved={moved} onPropose={propose} onReset={() => setMoved(undefined)} />}
          <RegistryMap
            label={texts.map.label(product.name)}
            places={[...records, ...near.places]}
            country={product.location.country}
            area={areaOf(product)}
            line={moved === undefined ? undefined : [middle, moved]}
            product={{
              point: moved ?? middle,
              onMove: mayPin ? setMoved : undefined,
              onPropose: propose,
            }}
          />
          <details>
            <summary>{texts.map.records(records.length, product.records.length)}</summary>
            <PlaceList label={texts.map.places} places={records} from={middle} fromName={texts.map.product} />
          </details>
          <NearList near={near} from={middle} fromName={texts.map.product} />
        </div>
      )}
      {isProposing && (
        <PinDialog
          product={product}
          field="coordinates"
          proposed={moved === undefined || middle === undefined ? undefined : proposalOf(middle, moved)}
          onClose={() => setProposing(false)}
          onDone={() => {
            setMoved(undefined)
            onChange()
          }}
        />
      )}
    </Panel>
  )
}

interface MoveBarProps {
  readonly from: Point
  readonly moved: Point | undefined
  readonly onPropose: (() => void) | undefined
  readonly onReset: () => void
}

/** Says how to move the pin, and then where it is. */
function MoveBar({ from, moved, onPropose, onReset }: MoveBarProps): JSX.Element {
  return (
    <div class="map-bar">
      <p role="status" class={moved === undefined ? 'dim small' : ''}>
        {moved === undefined ? texts.map.moveHint : texts.map.moved(...wayOf(from, moved), pinnedText(moved))}
      </p>
      {moved !== undefined && (
        <div class="row">
          <Button kind="primary" isSmall onPress={() => onPropose?.()}>
            {texts.map.propose}
          </Button>
          <Button isSmall onPress={onReset}>
            {texts.map.reset}
          </Button>
        </div>
      )}
    </div>
  )
}

function proposalOf(from: Point, moved: Point): { readonly text: string; readonly note: string } {
  return { text: pinnedText(moved), note: texts.map.reason(...wayOf(from, moved)) }
}

function wayOf(from: Point, to: Point): [distance: string, direction: string] {
  return [meters(distanceMeters(from, to)), directionText(from, to)]
}

function pinnedText(point: Point): string {
  return point.map((degrees) => Number(degrees.toFixed(PINNED_DECIMALS))).join(', ')
}
