import {
  type ExpandRequest,
  LIMITS,
  type Probe,
  RegistryError,
  type SearchQuery,
  type TermCondition,
} from '@utpid/core'

/** The limits that the contract states for questions to an index. */

/** @throws `validation_failed` */
export function checkProbes(probes: readonly Probe[]): void {
  if (probes.length > LIMITS.probesPerCall) {
    throw refused(`${probes.length} probes in one call; at most ${LIMITS.probesPerCall}. Ask in several calls.`)
  }
  for (const { keys } of probes) {
    if (keys.length > LIMITS.keysPerProbe)
      throw refused(`A probe of ${keys.length} keys; at most ${LIMITS.keysPerProbe}.`)
  }
}

/** @throws `validation_failed` */
export function checkSearchQuery(query: SearchQuery): void {
  if (!Number.isSafeInteger(query.offset) || query.offset < 0) {
    throw refused(`offset is ${query.offset}; give an integer of 0 or more.`)
  }
  if (!Number.isInteger(query.limit) || query.limit < 0 || query.limit > LIMITS.searchPageSize) {
    throw refused(`limit is ${query.limit}; give 0 to ${LIMITS.searchPageSize}.`)
  }
  checkCondition(query.match)
  for (const condition of query.except) checkCondition(condition)
}

function checkCondition(condition: TermCondition): void {
  for (const group of condition.groups) {
    if (group.any.length === 0) throw refused('A group of a search has no terms; no product could satisfy it.')
  }
}

/** @throws `validation_failed` */
export function checkExpandRequest({ by, limit }: ExpandRequest): void {
  if (by !== 'prefix' && by !== 1 && by !== 2) throw refused(`by is ${String(by)}; give 'prefix', 1 or 2.`)
  if (Number.isInteger(limit) && limit >= 1 && limit <= LIMITS.wordsPerExpansion) return
  throw refused(`limit is ${limit}; give 1 to ${LIMITS.wordsPerExpansion} words.`)
}

function refused(message: string): RegistryError {
  return new RegistryError('validation_failed', message)
}
