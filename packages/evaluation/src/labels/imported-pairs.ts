import { LIMITS, type Storage } from '@utpid/core'
import type { StoredRecord } from '@utpid/core/storage'
import type { LabelledPair, PairEnd } from './read-labelled-pairs.ts'
import { supplierCodeOf } from './record-key.ts'

/** A labelled pair whose ends are both in the registry. */
export interface ImportedPair {
  readonly a: StoredRecord
  readonly b: StoredRecord
  readonly set: string
}

export interface ImportedPairs {
  readonly pairs: readonly ImportedPair[]
  /** Number of pairs with a record that was not imported. */
  readonly outside: number
}

/** Finds the records of labelled pairs in a registry. */
export async function findImportedPairs(storage: Storage, pairs: readonly LabelledPair[]): Promise<ImportedPairs> {
  const ends = pairs.flatMap(({ a, b }) => [a, b])
  const records = await findImportedRecords(storage, ends)
  const found: ImportedPair[] = []
  pairs.forEach(({ set }, at) => {
    const a = records[at * 2]
    const b = records[at * 2 + 1]
    if (a !== undefined && b !== undefined) found.push({ a, b, set })
  })
  return { pairs: found, outside: pairs.length - found.length }
}

/**
 * Returns the linked records of pair ends, in input order. For an end without a linked record, the result has
 * undefined.
 */
export async function findImportedRecords(
  { ledger }: Storage,
  ends: readonly PairEnd[],
): Promise<(StoredRecord | undefined)[]> {
  const found: (StoredRecord | undefined)[] = []
  for (let from = 0; from < ends.length; from += LIMITS.idsPerRead) {
    const ids = await ledger.bySupplierCode(ends.slice(from, from + LIMITS.idsPerRead).map(supplierCodeOf))
    const known = ids.filter((id) => id !== undefined)
    const records = new Map((await ledger.getRecords(known)).map((record) => [record?.row.id, record]))
    for (const id of ids) found.push(id === undefined ? undefined : records.get(id))
  }
  return found.map((record) => (record?.link === undefined ? undefined : record))
}
