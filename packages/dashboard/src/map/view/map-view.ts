/** Latitude and longitude in degrees. */
export type Point = readonly [latitude: number, longitude: number]

/** A position on the map in CSS pixels from its left upper corner. */
export type Pixel = readonly [x: number, y: number]

/** The visible part of the world, in the Mercator projection of web maps, so that the plan and tiles agree. */
export interface MapView {
  readonly center: Point
  /** The whole world is 512 pixels wide at zoom 0, and twice as wide with each step. */
  readonly zoom: number
  /** Size of the map in CSS pixels. */
  readonly width: number
  readonly height: number
}

export const MIN_ZOOM = 1
export const MAX_ZOOM = 19
const WORLD_PIXELS = 512
/** The projection has no end at the poles. */
const MAX_LATITUDE = 85.05
const EARTH_METERS_AROUND = 40_030_230
/** Room around fitted pins, in pixels. */
const PADDING = 56

/** Returns the position in the world as shares of its width: x from 0 at 180° west, y from 0 in the north. */
export function worldOf([latitude, longitude]: Point): Pixel {
  const limited = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude))
  const angle = (limited * Math.PI) / 180
  return [longitude / 360 + 0.5, 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)]
}

function pointOfWorld([x, y]: Pixel): Point {
  const latitude = (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI
  return [latitude, wrapped(x - 0.5) * 360]
}

/** Returns the same share of the world from -0.5 to 0.5. */
export function wrapped(share: number): number {
  return share - Math.round(share)
}

/** Width of the world in pixels. */
export function worldPixels({ zoom }: Pick<MapView, 'zoom'>): number {
  return WORLD_PIXELS * 2 ** zoom
}

/** Returns where a point is drawn. The shorter way around the world counts. */
export function pixelOf(view: MapView, point: Point): Pixel {
  const [x, y] = worldOf(point)
  const [centerX, centerY] = worldOf(view.center)
  const size = worldPixels(view)
  return [wrapped(x - centerX) * size + view.width / 2, (y - centerY) * size + view.height / 2]
}

/** Returns the point at a pixel. */
export function pointAt(view: MapView, [x, y]: Pixel): Point {
  const [centerX, centerY] = worldOf(view.center)
  const size = worldPixels(view)
  return pointOfWorld([centerX + (x - view.width / 2) / size, centerY + (y - view.height / 2) / size])
}

/** Moves the map's contents by pixels. */
export function panned(view: MapView, [x, y]: Pixel): MapView {
  const [latitude, longitude] = pointAt(view, [view.width / 2 - x, view.height / 2 - y])
  return { ...view, center: [Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)), longitude] }
}

/** Zooms by steps. The point at the pixel keeps its place. Default: the middle. */
export function zoomed(view: MapView, steps: number, fixed: Pixel = [view.width / 2, view.height / 2]): MapView {
  const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.zoom + steps))
  const point = pointAt(view, fixed)
  const closer = { ...view, zoom }
  const [x, y] = pixelOf(closer, point)
  return panned(closer, [fixed[0] - x, fixed[1] - y])
}

/**
 * Returns the view of a size that shows all points. Without points it shows the world.
 *
 * @param maxZoom - The closest zoom, for points which are all at one place.
 */
export function fitted(points: readonly Point[], width: number, height: number, maxZoom: number): MapView {
  const [first, ...others] = points
  if (first === undefined) return { center: [20, 0], zoom: MIN_ZOOM, width, height }
  const [x0, y0] = worldOf(first)
  let [west, east, north, south] = [0, 0, y0, y0]
  for (const point of others) {
    const [x, y] = worldOf(point)
    west = Math.min(west, wrapped(x - x0))
    east = Math.max(east, wrapped(x - x0))
    north = Math.min(north, y)
    south = Math.max(south, y)
  }
  const room = (pixels: number): number => Math.max(1, pixels - 2 * PADDING) / WORLD_PIXELS
  const zoom = Math.min(
    maxZoom,
    Math.log2(room(width) / Math.max(east - west, Number.EPSILON)),
    Math.log2(room(height) / Math.max(south - north, Number.EPSILON)),
  )
  const center = pointOfWorld([x0 + (west + east) / 2, (north + south) / 2])
  return { center, zoom: Math.max(MIN_ZOOM, zoom), width, height }
}

/** Metres of one pixel in the middle of the map. */
export function metersPerPixel(view: MapView): number {
  return (EARTH_METERS_AROUND * Math.cos((view.center[0] * Math.PI) / 180)) / worldPixels(view)
}

/** Moves a point by metres to the north and east. */
export function movedBy([latitude, longitude]: Point, north: number, east: number): Point {
  const perDegree = EARTH_METERS_AROUND / 360
  const to = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude + north / perDegree))
  return [to, wrapped((longitude + east / (perDegree * Math.cos((latitude * Math.PI) / 180))) / 360) * 360]
}
