import { isSubBrand } from '../../features/extract/brand-features.ts'
import { defined } from '../../model/defined.ts'
import type { Comparison } from '../comparison.ts'

const HYPHEN = 0x2d

/**
 * Compares the hotel chains of two records. The chain comes from its field or from the name. Two chains in one building
 * are two hotels. A chain in only one record is no evidence, since many suppliers omit it. Suppliers often confuse
 * `ibis` and `ibis budget`.
 */
export const brandComparison: Comparison = {
  name: 'brand',
  description: 'Whether two records belong to the same hotel chain.',
  levels: ['same', 'unknown', 'sub_brand', 'different'],
  monotoneLevels: [['same', 'sub_brand', 'different']],
  isPresent: ({ brand }) => brand !== undefined,
  compare: (left, right) => {
    if (left.brand === undefined || right.brand === undefined) return 'unknown'
    if (left.brand === right.brand) return 'same'
    return isSubBrand(left.brand, right.brand) ? 'sub_brand' : 'different'
  },
  compareView: ({ brand }, other) => {
    if (brand === undefined || !other.hasBrand) return 'unknown'
    const length = other.brandLength
    if (length === undefined) return undefined
    const alike = other.brandPrefixLength(brand)
    if (alike === brand.length && alike === length) return 'same'
    // This rule is the same as that of `isSubBrand`.
    const isPart = alike === length && brand.charCodeAt(alike) === HYPHEN
    const isWhole = alike === brand.length && other.brandCharCode(alike) === HYPHEN
    return isPart || isWhole ? 'sub_brand' : 'different'
  },
  fieldOf: ({ brand }) => defined({ brand }),
  show: ({ brand, name }) => brand ?? name,
}
