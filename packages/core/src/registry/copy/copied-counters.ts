import { RECORDS_OF_SUPPLIER } from '../../golden-record/counter-changes.ts'
import { damagedRegistry } from '../../storage/ledger/whole-ledger.ts'
import { isOfPosition } from './replica-position.ts'

/**
 * Holds a copy against what it was made of: counters of the copy are made of the rows that were read.
 *
 * @param counters - Of the ledger, as of the change that the copy shows.
 * @param copied - Of the copy.
 * @param place - Where the registry is, for messages.
 * @throws RegistryError `storage_corrupt` when rows were not there that the counters tell of, or others were.
 */
export function checkCopiedCounters(
  counters: ReadonlyMap<string, number>,
  copied: ReadonlyMap<string, number>,
  place?: string,
): void {
  // A ledger that no registry writes to may count what it likes.
  if (![...counters.keys()].some((name) => name.startsWith(RECORDS_OF_SUPPLIER))) return
  for (const name of new Set([...counters.keys(), ...copied.keys()])) {
    const [wanted, has] = [counters.get(name) ?? 0, copied.get(name) ?? 0]
    if (wanted === has || isOfPosition(name)) continue
    throw damagedRegistry(`its rows add up to ${has} of "${name}", and its counters tell of ${wanted}`, place)
  }
}
