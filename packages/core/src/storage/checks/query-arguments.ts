import { LIMITS } from '../../model/limits.ts'
import type { RegistryError } from '../../model/registry-error.ts'
import { validationError } from '../../model/validation-error.ts'
import type { KeyLookup } from '../registry-index.ts'
import type { ExpandRequest, SearchQuery } from '../search-query.ts'

/** Functions that check the contract's limits for index queries. */

/**
 * Rejects key lookups beyond their limits.
 *
 * @throws `validation_failed`
 */
export function checkLookups(lookups: readonly KeyLookup[]): void {
  if (lookups.length > LIMITS.lookupsPerCall) {
    throw rejection(`${lookups.length} lookups in one call; the maximum is ${LIMITS.lookupsPerCall}.`)
  }
  for (const { keys, limits } of lookups) {
    if (keys.length > LIMITS.keysPerLookup)
      throw rejection(`A lookup has ${keys.length} keys; the maximum is ${LIMITS.keysPerLookup}.`)
    if (limits !== undefined && limits.length !== keys.length) {
      throw rejection(`A lookup has ${keys.length} keys, but ${limits.length} limits; give one for each key.`)
    }
  }
}

/**
 * Rejects a search beyond its limits.
 *
 * @throws `validation_failed`
 */
export function checkSearchQuery({ tiers, filters, near, offset, limit, counted = [] }: SearchQuery): void {
  if (!Number.isSafeInteger(offset) || offset < 0) throw rejection(`offset is ${offset}; give an integer of 0 or more.`)
  if (!Number.isInteger(limit) || limit < 0 || limit > LIMITS.searchPageSize) {
    throw rejection(`limit is ${limit}; give 0 to ${LIMITS.searchPageSize}.`)
  }
  if (tiers.length === 0 || tiers.length > LIMITS.tiersPerSearch) {
    throw rejection(`A search has ${tiers.length} tiers; give 1 to ${LIMITS.tiersPerSearch}.`)
  }
  if (counted.length > LIMITS.countedTermsPerSearch) {
    throw rejection(`A search counts ${counted.length} terms; the maximum is ${LIMITS.countedTermsPerSearch}.`)
  }
  if (near !== undefined && !(near.squaredRadius >= 0))
    throw rejection(`squaredRadius is ${near.squaredRadius}; give 0 or more.`)
  for (const { groups } of [...tiers, { groups: filters }]) {
    for (const { any } of groups) {
      if (any.length === 0) throw rejection('A group of a search has no terms, so no product can satisfy the group.')
    }
  }
}

/**
 * Rejects an expansion of words beyond its limits.
 *
 * @throws `validation_failed`
 */
export function checkExpandRequest({ by, limit }: ExpandRequest): void {
  if (by !== 'prefix' && by !== 1 && by !== 2) throw rejection(`by is ${String(by)}; give 'prefix', 1 or 2.`)
  if (Number.isInteger(limit) && limit >= 1 && limit <= LIMITS.wordsPerExpansion) return
  throw rejection(`limit is ${limit}; give 1 to ${LIMITS.wordsPerExpansion} words.`)
}

function rejection(message: string): RegistryError {
  return validationError(message)
}
