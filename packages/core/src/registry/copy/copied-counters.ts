import { RECORDS_OF_SUPPLIER_PREFIX } from '../../golden-record/counter-changes.ts'
import { damagedRegistry } from '../../storage/ledger/checked-ledger.ts'
import { isPositionCounter } from './replica-position.ts'

/**
 * Checks the rows of a copy: the counters computed from them must equal the counters of the source.
 *
 * @param counters - Counters of the source, as of the change that the copy shows.
 * @param copied - Counters of the copy, computed from its rows.
 * @param place - Folder or database of the registry, for messages.
 * @throws RegistryError `storage_corrupt` if rows are missing or surplus.
 */
export function checkCopiedCounters(
  counters: ReadonlyMap<string, number>,
  copied: ReadonlyMap<string, number>,
  place?: string,
): void {
  // A ledger that was never written by a registry may have any counters.
  if (![...counters.keys()].some((name) => name.startsWith(RECORDS_OF_SUPPLIER_PREFIX))) return
  for (const name of new Set([...counters.keys(), ...copied.keys()])) {
    const [expected, found] = [counters.get(name) ?? 0, copied.get(name) ?? 0]
    if (expected === found || isPositionCounter(name)) continue
    throw damagedRegistry(`the rows add up to ${found} for "${name}", but the counter is ${expected}`, place)
  }
}
