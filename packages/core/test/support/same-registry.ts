import type { Storage } from '@utpid/core'
import type { LedgerRow } from '@utpid/core/storage'
import { expect } from 'vitest'
import { LIMITS } from '../../src/model/limits.ts'
import { scanLedger } from '../../src/registry/copy/scan-ledger.ts'
import { readInChunks } from '../../src/storage/ledger/read-in-chunks.ts'
import { nameWords } from '../../src/text/name-words.ts'

/** All rows and results of a storage, except its change numbers. */
export interface HeldAndAnswered {
  readonly rows: readonly LedgerRow[]
  readonly counters: ReadonlyMap<string, number>
  readonly words: ReadonlyMap<string, number>
  readonly candidates: readonly unknown[]
  readonly found: readonly unknown[]
}

export async function heldAndAnswered({ ledger, index }: Storage): Promise<HeldAndAnswered> {
  const rows: LedgerRow[] = []
  for await (const page of scanLedger(ledger)) rows.push(...page.rows)
  const records = rows.flatMap((row) => (row.kind === 'record' ? [row.row] : []))
  const words = [...new Set(records.flatMap(({ record }) => nameWords(record.name)))]
  const counts = await readInChunks(words, (chunk) => ledger.words(chunk))
  const keys = [...new Set(records.flatMap((row) => row.keys))]
  const terms = [...new Set(rows.flatMap((row) => (row.kind === 'product' ? row.row.terms : [])))]
  const lookups = keys.map((key) => ({ keys: [key] }))
  return {
    rows,
    counters: await ledger.counters(),
    words: new Map(words.map((word, at) => [word, counts[at] as number])),
    candidates: await readInChunks(
      lookups,
      async (chunk) => [await index.candidates(chunk, LIMITS.recordsPerKey)],
      LIMITS.lookupsPerCall,
    ),
    found: await Promise.all(
      terms.map((term) => index.search({ tiers: [{ groups: [{ any: [term] }] }], filters: [], offset: 0, limit: 100 })),
    ),
  }
}

/**
 * Compares one part after the other, so that a failure shows the first difference. A replicated ledger has no model
 * version.
 */
export async function expectSameRegistry(copy: Storage, source: Storage | HeldAndAnswered): Promise<void> {
  const found = await heldAndAnswered(copy)
  const expected = 'rows' in source ? source : await heldAndAnswered(source)
  const isWhole = (await copy.ledger.head()).modelVersion !== undefined
  expect(found.rows).toStrictEqual(expected.rows.filter(({ kind }) => isWhole || kind !== 'modelVersion'))
  for (const part of ['counters', 'words', 'candidates', 'found'] as const) {
    expect(found[part], part).toStrictEqual(expected[part])
  }
}
