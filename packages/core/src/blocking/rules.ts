import type { BlockingRule } from '../features/rules/blocking-rule.ts'
import { cityNameRule } from './rules/city-name-rule.ts'
import { countryNameRule } from './rules/country-name-rule.ts'
import { houseRule } from './rules/house-rule.ts'
import { identifierRule } from './rules/identifier-rule.ts'
import { licenceRule } from './rules/licence-rule.ts'
import { phoneRule } from './rules/phone-rule.ts'
import { placeGroupRule } from './rules/place-group-rule.ts'
import { placeNameRule } from './rules/place-name-rule.ts'
import type { PlacedRule } from './rules/placed-rule.ts'
import { routeRule } from './rules/route-rule.ts'
import { streetRule } from './rules/street-rule.ts'
import { webHostRule } from './rules/web-host-rule.ts'

/**
 * The blocking rules of utpid for keys without a place, in the order of their keys. A changed rule needs a new
 * `INDEX_VERSION`.
 */
export const BLOCKING_RULES: readonly BlockingRule[] = [
  phoneRule,
  webHostRule,
  houseRule,
  streetRule,
  licenceRule,
  identifierRule,
  routeRule,
  cityNameRule,
  countryNameRule,
]

/** The blocking rules for keys with a place, in the order of their keys. They follow {@link BLOCKING_RULES}. */
export const PLACED_RULES: readonly PlacedRule[] = [placeNameRule, placeGroupRule]
