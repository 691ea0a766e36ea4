import { type Signal, signal } from '@preact/signals'
import { type Place, placeOf } from './place.ts'

/** The current location in the dashboard. */
export const place: Signal<Place> = signal(placeOf(location.hash))

window.addEventListener('hashchange', () => {
  place.value = placeOf(location.hash)
})

export function goTo(link: string): void {
  location.hash = link
}

/** Changes the current location without a new entry in the browser history, for example while typing into a filter. */
export function replacePlace(link: string): void {
  history.replaceState(history.state, '', link)
  place.value = placeOf(link)
}
