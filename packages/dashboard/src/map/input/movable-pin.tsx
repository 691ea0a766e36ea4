import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { texts } from '../../texts/texts.ts'
import { type MapView, movedBy, type Point, pixelOf, pointAt } from '../view/map-view.ts'
import { stepOf } from './map-keys.ts'

interface MovablePinProps {
  readonly view: MapView
  readonly point: Point
  /** Class of a pin that is drawn a little above its point. */
  readonly raised: string
  readonly onMove: (point: Point) => void
  readonly onPropose: () => void
}

/** The pin of the product's location. People drag it, or move it by arrow keys. */
export function MovablePin({ view, point, raised, onMove, onPropose }: MovablePinProps): JSX.Element {
  /** The distance of the pointer from the tip of the pin while it is dragged. */
  const grip = useRef<readonly [number, number] | undefined>(undefined)
  const [x, y] = pixelOf(view, point)
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return
    const button = event.currentTarget as HTMLElement
    button.setPointerCapture(event.pointerId)
    grip.current = [event.clientX - x, event.clientY - y]
  }
  const move = ({ clientX, clientY }: PointerEvent): void => {
    const { current } = grip
    if (current !== undefined) onMove(pointAt(view, [clientX - current[0], clientY - current[1]]))
  }
  const end = (): void => {
    grip.current = undefined
  }
  return (
    <button
      type="button"
      class={`map-movable ${raised}`}
      style={{ left: `${x}px`, top: `${y}px` }}
      aria-label={texts.map.movable}
      aria-roledescription={texts.map.movableDescription}
      title={texts.map.moveHint}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event) => {
        const step = stepOf(event)
        if (step !== undefined) onMove(movedBy(point, ...step))
        else if (event.key === 'Enter') onPropose()
        else return
        // Keys of the page are not meant.
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <ProductPin />
    </button>
  )
}

/** The drop of the product's location, with its tip at the bottom. */
export function ProductPin(): JSX.Element {
  return (
    <svg class="map-drop" width="28" height="36" viewBox="-14 -35 28 36" aria-hidden="true">
      <path d="M0 0C-3 -8 -12 -13 -12 -22A12 12 0 1 1 12 -22C12 -13 3 -8 0 0Z" />
      <circle cy={-22} r={4.5} />
    </svg>
  )
}
