import type { ProductId, Storage } from '@utpid/core'
import type { RecordId } from '@utpid/core/storage'
import { expect } from 'vitest'
import { LIMITS } from '../../src/model/limits.ts'
import type { WholeRegistry } from './registry-state.ts'

/** Fails unless, for every key and every term, the index finds exactly the rows of the ledger. */
export async function expectIndexed({ index }: Storage, { records, products }: WholeRegistry): Promise<void> {
  const carriers = new Map<number, RecordId[]>()
  for (const { row, link } of records) if (link !== undefined) for (const key of row.keys) add(carriers, key, row.id)
  const keys = [...carriers.keys()]
  for (let from = 0; from < keys.length; from += LIMITS.lookupsPerCall) {
    const chunk = keys.slice(from, from + LIMITS.lookupsPerCall)
    const lookups = chunk.map((key) => ({ keys: [key] }))
    const { offsets, recordIds } = await index.candidates(lookups, Number.MAX_SAFE_INTEGER)
    for (const [at, key] of chunk.entries()) {
      expect([...recordIds.subarray(offsets[at], offsets[at + 1])]).toEqual(carriers.get(key)?.sort((a, b) => a - b))
    }
  }
  const holders = new Map<string, ProductId[]>()
  for (const { id, terms } of products) for (const term of new Set(terms)) add(holders, term, id)
  for (const [term, ids] of holders) {
    const tiers = [{ groups: [{ any: [term] }] }]
    const { total, productIds } = await index.search({ tiers, filters: [], offset: 0, limit: LIMITS.searchPageSize })
    expect(total).toBe(ids.length)
    for (const id of productIds) expect(ids).toContain(id)
  }
}

function add<Key, Id>(lists: Map<Key, Id[]>, key: Key, id: Id): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [id])
  else list.push(id)
}
