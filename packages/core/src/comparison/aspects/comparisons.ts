import type { Profile } from '../../model/category.ts'
import type { Comparison } from '../comparison.ts'
import { beginningComparison } from '../names/beginning-comparison.ts'
import { continuationComparison } from '../names/continuation-comparison.ts'
import { nameComparison } from '../names/name-comparison.ts'
import { numberComparison } from '../names/number-comparison.ts'
import { qualifierComparison } from '../names/qualifier-comparison.ts'
import { rarityComparison } from '../names/rarity-comparison.ts'
import { spellingComparison } from '../names/spelling-comparison.ts'
import { durationComparison, operatorComparison } from './activity-comparison.ts'
import { addressComparison } from './address-comparison.ts'
import { brandComparison } from './brand-comparison.ts'
import { categoryComparison } from './category-comparison.ts'
import { cityComparison } from './city-comparison.ts'
import { distanceComparison } from './distance-comparison.ts'
import { identifierComparison } from './identifier-comparison.ts'
import { phoneComparison } from './phone-comparison.ts'
import { postcodeComparison } from './postcode-comparison.ts'
import { roomsComparison, starsComparison } from './size-comparison.ts'
import { supplierComparison } from './supplier-comparison.ts'
import { rideComparison, routeComparison } from './transfer-comparison.ts'
import { unitComparison } from './unit-comparison.ts'
import { webComparison } from './web-comparison.ts'

const EVERYWHERE: readonly Comparison[] = [
  nameComparison,
  spellingComparison,
  beginningComparison,
  rarityComparison,
  numberComparison,
  qualifierComparison,
  distanceComparison,
  addressComparison,
  postcodeComparison,
  cityComparison,
  phoneComparison,
  webComparison,
  identifierComparison,
  categoryComparison,
  supplierComparison,
]

/** The comparisons of each profile, in the order in which explanations list them. */
export const COMPARISONS: Readonly<Record<Profile, readonly Comparison[]>> = {
  lodging: [...EVERYWHERE, continuationComparison, unitComparison, brandComparison, starsComparison, roomsComparison],
  activity: [...EVERYWHERE, durationComparison, operatorComparison],
  transfer: [...EVERYWHERE, routeComparison, rideComparison, operatorComparison],
  point: EVERYWHERE,
  generic: [...EVERYWHERE, continuationComparison, brandComparison],
}
