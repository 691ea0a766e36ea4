import { durationComparison, operatorComparison } from '../comparison/aspects/activity-comparison.ts'
import { addressComparison } from '../comparison/aspects/address-comparison.ts'
import { brandComparison } from '../comparison/aspects/brand-comparison.ts'
import { categoryComparison } from '../comparison/aspects/category-comparison.ts'
import { cityComparison } from '../comparison/aspects/city-comparison.ts'
import { distanceComparison } from '../comparison/aspects/distance-comparison.ts'
import { identifierComparison } from '../comparison/aspects/identifier-comparison.ts'
import { phoneComparison } from '../comparison/aspects/phone-comparison.ts'
import { postcodeComparison } from '../comparison/aspects/postcode-comparison.ts'
import { roomsComparison, starsComparison } from '../comparison/aspects/size-comparison.ts'
import { supplierComparison } from '../comparison/aspects/supplier-comparison.ts'
import { rideComparison, routeComparison } from '../comparison/aspects/transfer-comparison.ts'
import { unitComparison } from '../comparison/aspects/unit-comparison.ts'
import { webComparison } from '../comparison/aspects/web-comparison.ts'
import type { Comparison } from '../comparison/comparison.ts'
import { beginningComparison, openingComparison } from '../comparison/names/beginning-comparison.ts'
import { continuationComparison } from '../comparison/names/continuation-comparison.ts'
import { nameComparison } from '../comparison/names/name-comparison.ts'
import { numberComparison } from '../comparison/names/number-comparison.ts'
import { qualifierComparison } from '../comparison/names/qualifier-comparison.ts'
import { rarityComparison } from '../comparison/names/rarity-comparison.ts'
import { spellingComparison } from '../comparison/names/spelling-comparison.ts'
import type { Profile } from '../model/category.ts'

const EVERY: readonly Profile[] = ['lodging', 'activity', 'transfer', 'point', 'generic']

/** One row per comparison of the default schema, in the order of explanations: the comparison and its profiles. */
export const COMPARISON_ROWS: readonly (readonly [comparison: Comparison, profiles: readonly Profile[]])[] = [
  [nameComparison, EVERY],
  [spellingComparison, EVERY],
  [beginningComparison, EVERY],
  [openingComparison, EVERY],
  [rarityComparison, EVERY],
  [numberComparison, EVERY],
  [qualifierComparison, EVERY],
  [distanceComparison, EVERY],
  [addressComparison, EVERY],
  [postcodeComparison, EVERY],
  [cityComparison, EVERY],
  [phoneComparison, EVERY],
  [webComparison, EVERY],
  [identifierComparison, EVERY],
  [categoryComparison, EVERY],
  [supplierComparison, EVERY],
  [continuationComparison, ['lodging', 'generic']],
  [unitComparison, ['lodging']],
  [brandComparison, ['lodging', 'generic']],
  [starsComparison, ['lodging']],
  [roomsComparison, ['lodging']],
  [durationComparison, ['activity']],
  [routeComparison, ['transfer']],
  [rideComparison, ['transfer']],
  [operatorComparison, ['activity', 'transfer']],
]
