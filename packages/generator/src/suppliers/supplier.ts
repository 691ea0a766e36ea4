import { STYLES, type SupplierStyle, WHOLESALER } from '../noise/supplier-styles.ts'

/** A supplier of the generated feeds. */
export interface GeneratedSupplier {
  /** The value of `source` in the supplier's records. */
  readonly id: string
  readonly name: string
  /** Position among the suppliers, from 0. The supplier's random numbers depend on this position. */
  readonly position: number
  readonly style: SupplierStyle
}

/**
 * Creates `count` suppliers, which use the styles in turn: `register`, ..., `register-2`, ... All suppliers of a style
 * have the same noise, but the letter case of their texts alternates from one supplier of the style to the next.
 */
export function makeSuppliers(count: number): readonly GeneratedSupplier[] {
  return Array.from({ length: count }, (_, position) => {
    const style = STYLES[position % STYLES.length] ?? STYLES[0]
    const round = Math.floor(position / STYLES.length)
    if (round === 0) return { id: style.id, name: style.title, position, style }
    const letters = round % 2 === 0 ? style.letters : style.otherLetters
    return {
      id: `${style.id}-${round + 1}`,
      name: `${style.title} ${round + 1}`,
      position,
      style: { ...style, letters },
    }
  })
}

/** Creates the wholesaler that lists a product under several codes. It follows the other suppliers. */
export function makeWholesaler(position: number): GeneratedSupplier {
  return { id: WHOLESALER.id, name: WHOLESALER.title, position, style: WHOLESALER }
}
