import { STYLES, type SupplierStyle } from '../noise/supplier-styles.ts'

/** A supplier of the generated feeds. */
export interface GeneratedSupplier {
  /** What its records carry as `source`. */
  readonly id: string
  readonly name: string
  /** Position, 0 upwards: part of what its random numbers follow from. */
  readonly position: number
  readonly style: SupplierStyle
}

/**
 * So many suppliers, the styles in turn: `register`, ..., `register-2`, ... Those of one
 * style share its habits, but every other one has other letters.
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
