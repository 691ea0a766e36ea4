import { STYLES, type SupplierStyle } from './noise/supplier-styles.ts'

/** A supplier of the generated feeds. */
export interface GeneratedSupplier {
  /** What its records carry as `source`. */
  readonly id: string
  readonly name: string
  /** Position, 0 upwards: part of what its random numbers follow from. */
  readonly position: number
  readonly style: SupplierStyle
}

/** So many suppliers, the styles in turn: `register`, ..., `register-2`, ... */
export function makeSuppliers(count: number): readonly GeneratedSupplier[] {
  return Array.from({ length: count }, (_, position) => {
    const style = STYLES[position % STYLES.length] ?? STYLES[0]
    const round = Math.floor(position / STYLES.length) + 1
    return {
      id: round === 1 ? style.id : `${style.id}-${round}`,
      name: round === 1 ? style.title : `${style.title} ${round}`,
      position,
      style,
    }
  })
}
