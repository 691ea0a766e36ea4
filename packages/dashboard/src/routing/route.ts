import { type Signal, signal } from '@preact/signals'
import { type Place, placeOf } from './place.ts'

/** Where somebody is now. */
export const place: Signal<Place> = signal(placeOf(location.hash))

window.addEventListener('hashchange', () => {
  place.value = placeOf(location.hash)
})

export function goTo(link: string): void {
  location.hash = link
}

/** Says where one is without a new step back: what is typed into a filter. */
export function replacePlace(link: string): void {
  history.replaceState(history.state, '', link)
  place.value = placeOf(link)
}
