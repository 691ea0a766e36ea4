import { type MapView, panned, zoomed } from '../view/map-view.ts'

const PAN_PIXELS = 80
const STEP_METERS = 5
const LARGE_STEP_METERS = 50

interface Stroke {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

const ARROWS: Readonly<Record<string, readonly [north: number, east: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** Returns the view after a key, `fit` to show all pins, or undefined for a key that the map does not use. */
export function viewAfter(view: MapView, stroke: Stroke): MapView | 'fit' | undefined {
  if (isCommand(stroke)) return undefined
  const arrow = ARROWS[stroke.key]
  if (arrow !== undefined) return panned(view, [-arrow[1] * PAN_PIXELS, arrow[0] * PAN_PIXELS])
  if (stroke.key === '+' || stroke.key === '=') return zoomed(view, 1)
  if (stroke.key === '-' || stroke.key === '_') return zoomed(view, -1)
  return stroke.key === '0' ? 'fit' : undefined
}

/** Returns by how many metres a key moves the movable pin, or undefined. */
export function stepOf(stroke: Stroke): readonly [north: number, east: number] | undefined {
  if (isCommand(stroke)) return undefined
  const arrow = ARROWS[stroke.key]
  if (arrow === undefined) return undefined
  const size = stroke.shiftKey ? LARGE_STEP_METERS : STEP_METERS
  return [arrow[0] * size, arrow[1] * size]
}

function isCommand({ ctrlKey, metaKey, altKey }: Stroke): boolean {
  return ctrlKey || metaKey || altKey
}
