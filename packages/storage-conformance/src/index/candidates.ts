import { LIMITS, type Storage } from '@utpid/core'
import type { CandidateColumns } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { deactivatedRecord, sampleLink, sampleRecord, sampleStay, together, write } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

const BIG = Number.MAX_SAFE_INTEGER

function idsOf({ offsets, recordIds }: CandidateColumns): number[][] {
  return Array.from({ length: offsets.length - 1 }, (_, lookup) => [
    ...recordIds.slice(offsets[lookup], offsets[lookup + 1]),
  ])
}

async function candidates(storage: Storage, ...lookups: number[][]): Promise<number[][]> {
  return idsOf(
    await storage.index.candidates(
      lookups.map((keys) => ({ keys })),
      LIMITS.recordsPerKey,
    ),
  )
}

/** Tests that candidates are exactly the records that share a key. The storage returns candidates in columns. */
export function testCandidates(bench: StorageBench): void {
  describe('candidates', () => {
    it('finds by ascending id every record that shares a key, once, with its product and features', async () => {
      const storage = await bench.open()
      await write(
        storage,
        together(
          sampleStay(30, 1, { record: { keys: [5, 6], features: Uint8Array.of(9, 9, 9) } }),
          sampleStay(10, 2, { record: { keys: [6], features: new Uint8Array(0) } }),
          sampleStay(BIG, 2 ** 50 - 1, { record: { keys: [6, BIG], features: Uint8Array.of(7) } }),
          sampleStay(20, 4, { record: { keys: [8] } }),
        ),
      )
      const found = await storage.index.candidates(
        [{ keys: [6, 5] }, { keys: [] }, { keys: [77] }, { keys: [BIG, 5] }],
        200,
      )
      expect(found).toStrictEqual({
        offsets: Uint32Array.of(0, 3, 3, 3, 5),
        recordIds: Float64Array.of(10, 30, BIG, 30, BIG),
        productIds: Float64Array.of(2, 1, 2 ** 50 - 1, 1, 2 ** 50 - 1),
        keyHits: Uint32Array.of(1, 0, 3, 0, 1, 0, 2, 0, 1, 0),
        featureOffsets: Uint32Array.of(0, 0, 3, 4, 7, 8),
        bytes: Uint8Array.of(9, 9, 9, 7, 9, 9, 9, 7),
        skippedKeys: [],
      })
    })

    it('returns features of active records separately, if it supports this', async (context) => {
      const storage = await bench.open()
      const { index } = storage
      context.skip(index.features === undefined, 'it does not read features separately')
      await write(
        storage,
        together(
          sampleStay(30, 1, { record: { keys: [5, 6], features: Uint8Array.of(9, 8, 7) } }),
          sampleStay(10, 2, { record: { keys: [], features: new Uint8Array(0) } }),
        ),
      )
      const features = await index.features?.([30, 99, 10, 30])
      expect(features).toEqual([Uint8Array.of(9, 8, 7), undefined, new Uint8Array(0), Uint8Array.of(9, 8, 7)])
      // Changes the result, which is a copy of the caller.
      features?.[0]?.fill(0)
      expect(await index.features?.([30])).toEqual([Uint8Array.of(9, 8, 7)])
      await write(storage, { records: [deactivatedRecord(30, 2)], unlinked: [30] })
      expect(await index.features?.([30, 10])).toEqual([undefined, new Uint8Array(0)])
      await expectError('validation_failed', async () => index.features?.([Number.NaN]))
    })

    it('marks the matching keys over all 64 positions of a key lookup', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1, { record: { keys: [100, 131, 132, 163] } }))
      const keys = Array.from({ length: LIMITS.keysPerLookup }, (_, at) => 100 + at)
      const { keyHits } = await storage.index.candidates([{ keys }], LIMITS.recordsPerKey)
      expect(keyHits).toEqual(Uint32Array.of(0x8000_0001, 0x8000_0001))
    })

    it('follows a record through new keys, another product, deactivation and reactivation', async () => {
      const storage = await bench.open()
      await write(storage, together(sampleStay(11, 1, { record: { keys: [5, 6] } }), sampleStay(12, 2)))
      await write(storage, sampleStay(11, 1, { record: { revision: 2, keys: [6, 7], features: Uint8Array.of(42) } }))
      expect(await candidates(storage, [5], [6], [7])).toEqual([[], [11], [11]])
      await write(storage, { links: [sampleLink(11, 2)] })
      const moved = await storage.index.candidates([{ keys: [7] }], LIMITS.recordsPerKey)
      expect([...moved.productIds, ...moved.bytes]).toEqual([2, 42])
      await write(storage, { records: [deactivatedRecord(11, 3)], unlinked: [11] })
      expect(await candidates(storage, [5], [6], [7])).toEqual([[], [], []])
      await write(storage, { records: [sampleRecord(11, { revision: 4, keys: [5] })], links: [sampleLink(11, 1)] })
      expect(await candidates(storage, [5], [6])).toEqual([[11], []])
    })

    it('returns the records of a key up to its limit, and skips and reports a key above it', async () => {
      const storage = await bench.open()
      const stays = Array.from({ length: LIMITS.recordsPerKey }, (_, at) =>
        sampleStay(at, at, { record: { keys: [5] } }),
      )
      await write(storage, together(...stays))
      expect((await candidates(storage, [5]))[0]).toHaveLength(LIMITS.recordsPerKey)
      await write(storage, sampleStay(9_000, 9_000, { record: { keys: [5, 6] } }))
      const full = await storage.index.candidates([{ keys: [9] }, { keys: [6, 5] }], LIMITS.recordsPerKey)
      expect(idsOf(full)).toEqual([[], [9_000]])
      expect(full.skippedKeys).toEqual([{ lookup: 1, key: 5, records: LIMITS.recordsPerKey + 1 }])
      expect(full.keyHits, 'a skipped key has no hits').toEqual(Uint32Array.of(1, 0))
      await write(storage, { records: [deactivatedRecord(3, 2)], unlinked: [3] })
      const answered = await storage.index.candidates([{ keys: [5] }], LIMITS.recordsPerKey)
      expect(answered.skippedKeys).toEqual([])
      expect(answered.recordIds).toHaveLength(LIMITS.recordsPerKey)
    })

    it('uses the record limit per key of the caller', async () => {
      const storage = await bench.open()
      await write(storage, together(...[1, 2, 3].map((id) => sampleStay(id, id, { record: { keys: [5] } }))))
      const few = await storage.index.candidates([{ keys: [5] }], 2)
      expect(few.skippedKeys).toEqual([{ lookup: 0, key: 5, records: 3 }])
      expect(few.recordIds).toHaveLength(0)
      expect((await storage.index.candidates([{ keys: [5] }], 3)).recordIds).toHaveLength(3)
    })

    it('uses the record limit of a key from its lookup, if given', async () => {
      const storage = await bench.open()
      await write(
        storage,
        together(
          ...[1, 2, 3].map((id) => sampleStay(id, id, { record: { keys: [5, 6] } })),
          sampleStay(4, 4, { record: { keys: [6, 7] } }),
        ),
      )
      const found = await storage.index.candidates([{ keys: [7, 5, 6], limits: [1, 2, 4] }, { keys: [5] }], 3)
      expect(idsOf(found)).toEqual([
        [1, 2, 3, 4],
        [1, 2, 3],
      ])
      expect(found.keyHits).toEqual(Uint32Array.of(4, 0, 4, 0, 4, 0, 5, 0, 1, 0, 1, 0, 1, 0))
      expect(found.skippedKeys).toEqual([{ lookup: 0, key: 5, records: 3 }])
      await expectError('validation_failed', () => storage.index.candidates([{ keys: [5, 6], limits: [1] }], 3))
    })

    it('accepts the maximum number of lookups and keys, and rejects more', async () => {
      const { index } = await bench.open()
      const lookups = Array.from({ length: LIMITS.lookupsPerCall }, () => ({ keys: [1] }))
      expect((await index.candidates(lookups, 200)).offsets).toHaveLength(LIMITS.lookupsPerCall + 1)
      expect(await index.candidates([], 200)).toMatchObject({
        offsets: Uint32Array.of(0),
        featureOffsets: Uint32Array.of(0),
      })
      await expectError('validation_failed', () => index.candidates([...lookups, { keys: [1] }], 200))
      const keys = Array.from({ length: LIMITS.keysPerLookup + 1 }, (_, at) => at)
      await expectError('validation_failed', () => index.candidates([{ keys }], 200))
    })

    it('returns copies: modifying a result changes no later result', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1, { record: { keys: [5], features: Uint8Array.of(1, 2, 3) } }))
      const first = await storage.index.candidates([{ keys: [5] }], 200)
      first.bytes.fill(0)
      first.recordIds.fill(0)
      const second = await storage.index.candidates([{ keys: [5] }], 200)
      expect([...second.bytes, ...second.recordIds]).toEqual([1, 2, 3, 11])
    })

    it('changes nothing when a change is applied again', async () => {
      const storage = await bench.open()
      await write(storage, sampleStay(11, 1, { record: { keys: [5] }, product: { terms: ['n:ritz'] } }))
      await write(storage, {})
      await storage.index.apply([
        { change: 1, records: [], moved: [[11, 2]], removedRecords: [11], products: [], removedProducts: [1] },
      ])
      expect(await storage.index.at()).toBe(2)
      expect(await candidates(storage, [5])).toEqual([[11]])
    })
  })
}
