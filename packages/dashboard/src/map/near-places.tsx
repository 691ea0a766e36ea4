import type { JSX } from 'preact'
import { useRequest } from '../data/hooks/use-request.ts'
import { type NearProduct, nearProducts } from '../data/product/near-products.ts'
import type { ProductDetails } from '../data/product/product-details.ts'
import { linkTo } from '../routing/place.ts'
import { texts } from '../texts/texts.ts'
import { words } from '../ui/show-values.ts'
import { PlaceList } from './place-list.tsx'
import type { MapPlace } from './view/map-place.ts'
import type { Point } from './view/map-view.ts'

export interface NearPlaces {
  readonly places: readonly MapPlace[]
  readonly state: 'loading' | 'failed' | 'loaded'
}

/**
 * Reads the products near the given ones, with a number for each.
 *
 * @param delayMs - Waits before it asks, so that a person who passes by pair after pair asks nothing.
 */
export function useNearPlaces(products: readonly ProductDetails[], delayMs = 0): NearPlaces {
  const key = products.map(({ utpid, revision }) => `${utpid} ${revision}`).join(' ')
  const { data, error, isLoading } = useRequest(async (signal) => {
    await passed(delayMs)
    signal.throwIfAborted()
    return await nearProducts(products, signal)
  }, key)
  if (error !== undefined) return { places: [], state: 'failed' }
  return isLoading || data === undefined
    ? { places: [], state: 'loading' }
    : { places: data.map(placeOf), state: 'loaded' }
}

function placeOf({ utpid, name, category, point, isLikeName }: NearProduct, at: number): MapPlace {
  return {
    key: utpid,
    kind: isLikeName ? 'alike' : 'near',
    sign: String(at + 1),
    name,
    about: isLikeName ? `${words(category)}, ${texts.map.likeName}` : words(category),
    point,
    href: linkTo(['registry', utpid]),
  }
}

function passed(milliseconds: number): Promise<void> {
  return milliseconds === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** The products near by as a list that opens. */
export function NearList({
  near: { places, state },
  from,
  fromName,
}: {
  readonly near: NearPlaces
  readonly from: Point
  readonly fromName: string
}): JSX.Element | null {
  if (state === 'loading') return null
  if (state === 'failed') return <p class="dim small">{texts.map.nearFailed}</p>
  if (places.length === 0) return <p class="dim small">{texts.map.nearNone}</p>
  const label = texts.map.nearBy(places.length)
  return (
    <details>
      <summary>{label}</summary>
      <PlaceList label={label} places={places} from={from} fromName={fromName} />
    </details>
  )
}
