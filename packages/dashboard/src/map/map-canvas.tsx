import type { JSX } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { distanceMeters } from '../data/product/distance.ts'
import { texts } from '../texts/texts.ts'
import { meters } from '../ui/show-values.ts'
import { viewAfter } from './input/map-keys.ts'
import { MovablePin, ProductPin } from './input/movable-pin.tsx'
import { useGestures } from './input/use-gestures.ts'
import { Instruments } from './plan/instruments.tsx'
import { Locator } from './plan/locator.tsx'
import { pinGroups } from './plan/pin-groups.ts'
import { PinLayer } from './plan/pin-layer.tsx'
import { areOutlinesShown, PlanLayer } from './plan/plan-layer.tsx'
import { mapTiles } from './tiles/map-tiles.ts'
import { TileLayer } from './tiles/tile-layer.tsx'
import type { MapPlace } from './view/map-place.ts'
import { fitted, type MapView, metersPerPixel, type Point, pixelOf, zoomed } from './view/map-view.ts'
import './map.css'

export interface MapCanvasProps {
  /** Accessible name of the map. */
  readonly label: string
  readonly places: readonly MapPlace[]
  /** ISO 3166 code of the country of the small outline. */
  readonly country: string | undefined
  /** City and country in words. */
  readonly area: string
  /** A line with its length: between the two records of a pair. */
  readonly line?: readonly [Point, Point] | undefined
  /** The location of the product, and what to do if a person moves it. */
  readonly product?: MapProduct | undefined
}

export interface MapProduct {
  readonly point: Point
  /** Undefined for people who must not pin. */
  readonly onMove?: ((point: Point) => void) | undefined
  readonly onPropose?: (() => void) | undefined
}

const TILES = mapTiles()
const NO_SIZE = 0
/** The closest zoom at first for a product: some streets around it. */
const CONTEXT_ZOOM = 15.5
/** ... and for a pair, so that two pins of neighbours do not cover each other. */
const PAIR_ZOOM = 18.5
/** Pins of a pair that are nearer would cover each other at any zoom. */
const SAME_PLACE_METERS = 5

/** The map: a plan or tiles, with pins above. */
export default function MapCanvas({ label, places, country, area, line, product }: MapCanvasProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  const keysId = useId()
  const own = places.filter(({ kind }) => kind === 'record' || kind === 'product').map(({ point }) => point)
  const isPair = line !== undefined && product === undefined
  const maxZoom = isPair && distanceMeters(...line) > SAME_PLACE_METERS ? PAIR_ZOOM : CONTEXT_ZOOM
  const [view, setView] = useFittedView(box, own, maxZoom)
  const [haveTilesFailed, setTilesFailed] = useState(false)
  const tiles = haveTilesFailed ? undefined : TILES
  const [attribution, setAttribution] = useState(TILES?.attribution ?? '')
  const fit = (): void => setView((old) => fitted(own, old.width, old.height, maxZoom))
  useGestures(box, setView)
  // A moved pin leaves the circles at the current location, from which the line starts.
  const middle = line?.[0] ?? product?.point ?? own[0] ?? view.center
  const isReady = view.width > NO_SIZE
  return (
    <fieldset class="map" aria-label={label}>
      <div class="map-frame">
        <div
          ref={box}
          class="map-canvas"
          role="application"
          aria-roledescription={texts.map.description}
          aria-label={label}
          aria-describedby={keysId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application that handles keys needs the focus.
          tabIndex={0}
          onKeyDown={(event) => {
            const next = viewAfter(view, event)
            if (next === undefined) return
            event.preventDefault()
            // The review page uses the same keys for its pairs.
            event.stopPropagation()
            if (next === 'fit') fit()
            else setView(() => next)
          }}
        >
          {isReady && tiles !== undefined && (
            <TileLayer
              tiles={tiles}
              view={view}
              onAttribution={setAttribution}
              onFailure={() => setTilesFailed(true)}
            />
          )}
          {isReady && (
            <svg class="map-plan" width={view.width} height={view.height} aria-hidden="true">
              {tiles === undefined && <PlanLayer view={view} middle={middle} />}
              <PinLayer view={view} places={places} line={line} />
              <Instruments view={view} />
            </svg>
          )}
        </div>
        {isReady && product !== undefined && <ProductMark view={view} product={product} places={places} />}
        <MapButtons onZoom={(steps) => setView((old) => zoomed(old, steps))} onFit={fit} />
        {country !== undefined && <Locator country={country} point={middle} />}
      </div>
      <p id={keysId} class="hidden-text">
        {texts.map.keys}
      </p>
      <p class="hidden-text" role="status">
        {isReady ? texts.map.width(meters(view.width * metersPerPixel(view))) : ''}
      </p>
      <p class="map-note">
        {tiles === undefined ? planNote(area, areOutlinesShown(view), haveTilesFailed) : attribution}
      </p>
    </fieldset>
  )
}

function planNote(area: string, hasOutlines: boolean, haveTilesFailed: boolean): string {
  const notes = [texts.map.planNote(area), hasOutlines ? texts.map.outlineNote : texts.map.ringNote]
  return (haveTilesFailed ? [texts.map.tilesFailed, ...notes] : notes).join(' ')
}

/** A pin nearer than this is covered by the tip of the product's pin, which is then drawn above it. */
const COVERED_PIXELS = 16

/** The pin of the product. It is drawn only inside of the map. */
function ProductMark({
  view,
  product: { point, onMove, onPropose },
  places,
}: {
  readonly view: MapView
  readonly product: MapProduct
  readonly places: readonly MapPlace[]
}): JSX.Element | null {
  const [x, y] = pixelOf(view, point)
  if (x < 0 || y < 0 || x > view.width || y > view.height) return null
  const isRaised = pinGroups(view, places).some(({ at }) => Math.hypot(at[0] - x, at[1] - y) < COVERED_PIXELS)
  const raised = isRaised ? 'is-raised' : ''
  if (onMove === undefined || onPropose === undefined) {
    return (
      <div class={`map-movable ${raised}`} style={{ left: `${x}px`, top: `${y}px` }}>
        <ProductPin />
      </div>
    )
  }
  return <MovablePin view={view} point={point} raised={raised} onMove={onMove} onPropose={onPropose} />
}

function MapButtons({
  onZoom,
  onFit,
}: {
  readonly onZoom: (steps: number) => void
  readonly onFit: () => void
}): JSX.Element {
  return (
    <div class="map-buttons">
      <button type="button" aria-label={texts.map.zoomIn} title={texts.map.zoomIn} onClick={() => onZoom(1)}>
        +
      </button>
      <button type="button" aria-label={texts.map.zoomOut} title={texts.map.zoomOut} onClick={() => onZoom(-1)}>
        −
      </button>
      <button type="button" aria-label={texts.map.showAll} title={texts.map.showAll} onClick={onFit}>
        ⤢
      </button>
    </div>
  )
}

type SetView = (next: (view: MapView) => MapView) => void

/** The view of the map. It shows all points at first, and again if the points or the size change. */
function useFittedView(
  box: { readonly current: HTMLElement | null },
  points: readonly Point[],
  maxZoom: number,
): [MapView, SetView] {
  const [view, setView] = useState<MapView>(() => fitted(points, NO_SIZE, NO_SIZE, maxZoom))
  const latest = useRef(points)
  latest.current = points
  const key = points.join(' ')
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return undefined
    const measure = (): void => {
      const { clientWidth, clientHeight } = current
      setView((old) =>
        old.width === clientWidth && old.height === clientHeight
          ? old
          : fitted(latest.current, clientWidth, clientHeight, maxZoom),
      )
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    setView((old) => (old.width === NO_SIZE ? old : fitted(latest.current, old.width, old.height, maxZoom)))
  }, [key])
  return [view, setView]
}
