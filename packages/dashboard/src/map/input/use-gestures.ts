import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { type MapView, type Pixel, panned, zoomed } from '../view/map-view.ts'

/** A press that moves less is a click. */
const MIN_DRAG_PIXELS = 4
const WHEEL_STEP = 0.0025
const WHEEL_LINE_PIXELS = 20

/**
 * Moves and zooms the map by mouse and touch. The wheel zooms only a map with the focus or with Ctrl, and one finger
 * scrolls the page up and down, so that nobody is held on the map.
 *
 * @param change - Is called with the change of the current view.
 */
export function useGestures(
  box: RefObject<HTMLElement | null>,
  change: (next: (view: MapView) => MapView) => void,
): void {
  const latest = useRef(change)
  latest.current = change
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const pointers = new Pointers(element, (next) => latest.current(next))
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !element.contains(document.activeElement)) return
      event.preventDefault()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * WHEEL_LINE_PIXELS : event.deltaY
      const at = pixelIn(element, event)
      latest.current((view) => zoomed(view, -pixels * WHEEL_STEP, at))
    }
    const onDouble = (event: MouseEvent): void => {
      const at = pixelIn(element, event)
      latest.current((view) => zoomed(view, event.shiftKey ? -1 : 1, at))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('dblclick', onDouble)
    return () => {
      pointers.close()
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('dblclick', onDouble)
    }
  }, [])
}

/** The pointers that are down on the map: one moves it, two also zoom it. */
class Pointers {
  readonly #down = new Map<number, Pixel>()
  readonly #element: HTMLElement
  readonly #change: (next: (view: MapView) => MapView) => void
  readonly #end = new AbortController()
  #isDrag = false

  constructor(element: HTMLElement, change: (next: (view: MapView) => MapView) => void) {
    this.#element = element
    this.#change = change
    const { signal } = this.#end
    element.addEventListener('pointerdown', (event) => this.#begin(event), { signal })
    element.addEventListener('pointermove', (event) => this.#move(event), { signal })
    for (const name of ['pointerup', 'pointercancel'] as const) {
      element.addEventListener(name, (event) => this.#down.delete(event.pointerId), { signal })
    }
    // A drag that ends on a pin does not open its page.
    element.addEventListener('click', (event) => this.#isDrag && event.preventDefault(), { capture: true, signal })
  }

  close(): void {
    this.#end.abort()
  }

  #begin(event: PointerEvent): void {
    if (event.button !== 0) return
    if (this.#down.size === 0) this.#isDrag = false
    this.#down.set(event.pointerId, pixelIn(this.#element, event))
  }

  #move(event: PointerEvent): void {
    const before = this.#down.get(event.pointerId)
    if (before === undefined) return
    const now = pixelIn(this.#element, event)
    const moved: Pixel = [now[0] - before[0], now[1] - before[1]]
    if (!this.#isDrag && Math.hypot(...moved) < MIN_DRAG_PIXELS) return
    if (!this.#isDrag) this.#element.setPointerCapture(event.pointerId)
    this.#isDrag = true
    const [other] = [...this.#down].filter(([id]) => id !== event.pointerId).map(([, at]) => at)
    this.#down.set(event.pointerId, now)
    if (other === undefined) this.#change((view) => panned(view, moved))
    else {
      const [from, to] = [distanceOf(before, other), distanceOf(now, other)]
      const half: Pixel = [moved[0] / 2, moved[1] / 2]
      const middle: Pixel = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]
      this.#change((view) => zoomed(panned(view, half), Math.log2(to / Math.max(1, from)), middle))
    }
  }
}

function distanceOf(a: Pixel, b: Pixel): number {
  return Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]))
}

/** Returns the position of an event in the element. */
export function pixelIn(element: Element, { clientX, clientY }: MouseEvent): Pixel {
  const { left, top } = element.getBoundingClientRect()
  return [clientX - left, clientY - top]
}
