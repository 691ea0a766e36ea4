import type * as maplibre from 'maplibre-gl'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { MapView } from '../view/map-view.ts'
import { loadMaplibre } from './load-maplibre.ts'
import type { MapTiles } from './map-tiles.ts'

const TILE_PIXELS = 256

interface TileLayerProps {
  readonly tiles: MapTiles
  readonly view: MapView
  /** Is called with the sources of the tiles, if the style names them and the operator does not. */
  readonly onAttribution: (text: string) => void
  /** Is called if nothing can be drawn: without WebGL, or if the style cannot be loaded. */
  readonly onFailure: () => void
}

/** Draws the tiles below the pins. The map around it handles all input, and this layer follows its view. */
export function TileLayer({ tiles, view, onAttribution, onFailure }: TileLayerProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<maplibre.Map | undefined>(undefined)
  const latest = useRef({ view, onAttribution, onFailure })
  latest.current = { view, onAttribution, onFailure }
  useEffect(() => {
    let isEnded = false
    const fail = (): void => {
      if (!isEnded) latest.current.onFailure()
    }
    const begin = async (): Promise<void> => {
      const library = await loadMaplibre()
      if (isEnded || box.current === null) return
      const shown = createMap(library, box.current, tiles, latest.current.view)
      map.current = shown
      // A lost tile is no failure, but without a style there is nothing.
      shown.on('error', () => !hasStyle(shown) && fail())
      if (tiles.attribution === '') shown.once('idle', () => latest.current.onAttribution(attributionOf(shown)))
    }
    begin().catch(fail)
    return () => {
      isEnded = true
      map.current?.remove()
      map.current = undefined
    }
  }, [tiles])
  useEffect(() => {
    map.current?.jumpTo(cameraOf(view))
  }, [view])
  useEffect(() => {
    map.current?.resize()
  }, [view.width, view.height])
  return <div class="map-tiles" ref={box} aria-hidden="true" />
}

function createMap(
  { Map: TileMap }: typeof maplibre,
  container: HTMLElement,
  { url }: MapTiles,
  view: MapView,
): maplibre.Map {
  const map = new TileMap({
    container,
    style: url.includes('{z}') ? imageStyle(url) : url,
    ...cameraOf(view),
    interactive: false,
    attributionControl: false,
    trackResize: false,
    fadeDuration: 0,
    renderWorldCopies: true,
  })
  // The map around it has the focus and the name.
  map.getCanvas().tabIndex = -1
  return map
}

function imageStyle(url: string): maplibre.StyleSpecification {
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: [url], tileSize: TILE_PIXELS } },
    layers: [{ id: 'tiles', type: 'raster', source: 'tiles' }],
  }
}

function cameraOf({ center: [latitude, longitude], zoom }: MapView): { center: [number, number]; zoom: number } {
  return { center: [longitude, latitude], zoom }
}

function hasStyle(map: maplibre.Map): boolean {
  try {
    return map.getStyle() !== undefined
  } catch {
    return false
  }
}

/** Returns the sources of the tiles as plain text. Styles name them as markup, which the dashboard never inserts. */
function attributionOf(map: maplibre.Map): string {
  const texts = Object.keys(map.getStyle().sources).map((id) => String(map.getSource(id)?.attribution ?? ''))
  return [...new Set(texts.map(plain))].filter((text) => text !== '').join(' ')
}

function plain(markup: string): string {
  return markup
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
}
