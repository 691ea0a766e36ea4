import { type Signal, signal } from '@preact/signals'
import { type Place, placeOf } from './place.ts'

/** The current place. */
export const place: Signal<Place> = signal(placeOf(location.hash))

window.addEventListener('hashchange', () => {
  place.value = placeOf(location.hash)
})

export function goTo(link: string): void {
  location.hash = link
}

/** Replaces the current place without a new history entry, for example while typing into a filter. */
export function replacePlace(link: string): void {
  history.replaceState(history.state, '', link)
  place.value = placeOf(link)
}
