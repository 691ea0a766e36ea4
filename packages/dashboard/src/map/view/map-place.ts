import type { Point } from './map-view.ts'

/**
 * A place on the map: a supplier's record, the product itself, or a product near by. Records have letters and products
 * near by have numbers, on the map and in the list.
 */
export interface MapPlace {
  readonly key: string
  readonly kind: 'record' | 'product' | 'near' | 'alike'
  readonly sign: string
  readonly name: string
  /** Further words of the list: supplier and code, or the category. */
  readonly about: string
  readonly point: Point
  /** Link to the page of the place. */
  readonly href?: string | undefined
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Returns the sign of a record by its position: A to Z, then A2 to Z2, and so on. */
export function signOf(at: number): string {
  const turn = Math.floor(at / LETTERS.length)
  return `${LETTERS.charAt(at % LETTERS.length)}${turn === 0 ? '' : turn + 1}`
}
