import { createMemoryStorage } from '@utpid/adapter-memory'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { recordsPerKey } from '../../../src/blocking/keys/key-value.ts'
import { type LookupKey, lookupKeys, recordKeys } from '../../../src/blocking/record-keys.ts'
import { decodeFeatures, encodeFeatures } from '../../../src/features/codec/feature-layout.ts'
import { extractFeatures } from '../../../src/features/extract/extract-features.ts'
import type { RecordFeatures } from '../../../src/features/record-features.ts'
import { CURRENT_RULES } from '../../../src/features/rules/index-version.ts'
import { DEFAULT_MODEL } from '../../../src/scoring/default-model.ts'
import { PairScorer } from '../../../src/scoring/score-pair.ts'
import { shippedTermFrequency } from '../../../src/scoring/term-frequency.ts'
import type { BlockingKey } from '../../../src/storage/rows.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { orderlessState, readWhole } from '../../support/registry-state.ts'
import { finalState, history, type SmallRecord } from '../../support/small-world.ts'

const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())

interface Subject {
  readonly name: string
  readonly features: RecordFeatures
  readonly keys: ReadonlySet<BlockingKey>
  readonly lookup: readonly LookupKey[]
}

function subject(record: SmallRecord): Subject {
  const features = decodeFeatures(encodeFeatures(extractFeatures(record, record)))
  return {
    name: `${record.supplier}/${record.code}`,
    features,
    keys: new Set(recordKeys(features, CURRENT_RULES)),
    lookup: lookupKeys(features, CURRENT_RULES),
  }
}

/**
 * Oracle for edges, by brute force over all pairs. An edge needs a score of `review` or above and a shared key within
 * its limit. The key either has no place, or each record reaches the cell of the other.
 */
export function bruteForceEdges(records: readonly SmallRecord[]): string[] {
  const subjects = firstOnes(records).map(subject)
  const carried = new Map<BlockingKey, number>()
  for (const { keys } of subjects) for (const key of keys) carried.set(key, (carried.get(key) ?? 0) + 1)
  const answers = (key: BlockingKey): boolean => (carried.get(key) ?? 0) <= recordsPerKey(key)
  const findsEachOther = (a: Subject, b: Subject): boolean => {
    const ownOfSlot = new Map(a.lookup.filter(({ own }) => own).map(({ slot, key }) => [slot, key]))
    return a.lookup.some(({ key, slot, scale }) => {
      if (!b.keys.has(key) || !answers(key)) return false
      if (scale === undefined) return true
      const own = ownOfSlot.get(slot)
      return own !== undefined && answers(own) && scale.reachEachOther(a.features, b.features)
    })
  }
  const edges: string[] = []
  for (const [at, a] of subjects.entries()) {
    for (const b of subjects.slice(at + 1)) {
      const { weight, confidence } = scorer.score(a.features, b.features)
      const found = findsEachOther(a, b)
      expect(findsEachOther(b, a), `${a.name} finds ${b.name} as well as the other way round`).toBe(found)
      if (found && confidence >= DEFAULT_MODEL.thresholds.review) {
        edges.push(`${[a.name, b.name].sort().join(' | ')} ${Math.round(weight * 100)}`)
      }
    }
  }
  return edges.sort()
}

/** Removes copies, since copies have no edges. Here no record has the code of another record as an identifier. */
function firstOnes(records: readonly SmallRecord[]): SmallRecord[] {
  const first = new Map<string, SmallRecord>()
  for (const record of [...records].sort((a, b) => (a.code < b.code ? -1 : 1))) {
    const { code: _, ...content } = record
    const said = encodeFeatures(extractFeatures(content, { supplier: record.supplier })).join()
    if (!first.has(said)) first.set(said, record)
  }
  return [...first.values()]
}

/** Tests that the stored edges equal those of the brute-force oracle after any history. */
export function edgesEqualBruteForce(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(history({ batches: 5, perBatch: 10 }), async (batches) => {
    const { registry, storage } = await openRegistry()
    for (const batch of batches) await registry.import(batch)
    expect((await orderlessState(storage)).edges).toEqual(bruteForceEdges(finalState(batches.flat())))
  })
  return fc.assert(property, runs(numRuns))
}

/**
 * Tests that the index finds every pair of records that share a key within its limit, and returns exactly the shared
 * keys.
 */
export function candidatesEqualBruteForce(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(
    history({ batches: 3, perBatch: 14 }),
    fc.integer({ min: 1, max: 6 }),
    async (batches, limit) => {
      const { registry, storage } = await openRegistry({ storage: createMemoryStorage() })
      for (const batch of batches) await registry.import(batch)
      const { records } = await readWhole(storage)
      const carried = new Map<BlockingKey, number>()
      for (const { row } of records) for (const key of row.keys) carried.set(key, (carried.get(key) ?? 0) + 1)
      const columns = await storage.index.candidates(
        records.map(({ row }) => ({ keys: row.keys })),
        limit,
      )
      records.forEach(({ row }, at) => {
        const answered = new Set(row.keys.filter((key) => (carried.get(key) as number) <= limit))
        const expected = records
          .filter((other) => other.row.keys.some((key) => answered.has(key)))
          .map((other) => other.row.id)
        const found = [...columns.recordIds.slice(columns.offsets[at], columns.offsets[at + 1])]
        expect(found).toEqual(expected)
        expect(columns.skippedKeys.filter(({ lookup }) => lookup === at).map(({ key }) => key)).toEqual(
          row.keys.filter((key) => !answered.has(key)),
        )
      })
    },
  )
  return fc.assert(property, runs(numRuns))
}
