import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../src/model/limits.ts'
import { batchedReads } from '../../../src/registry/match/batched-reads.ts'
import type { StoredRecord } from '../../../src/storage/ledger.ts'

/** Returns a ledger that has a row for every even id. */
function ledger(): { asked: number[][]; reads: ReturnType<typeof batchedReads> } {
  const asked: number[][] = []
  const getRecords = async (ids: readonly number[]): Promise<(StoredRecord | undefined)[]> => {
    asked.push([...ids])
    if (ids.includes(13)) throw new Error('thirteen')
    return ids.map((id) => (id % 2 === 0 ? ({ row: { id } } as StoredRecord) : undefined))
  }
  return { asked, reads: batchedReads({ getRecords, getProducts: async () => [] }) }
}

const idsOf = (rows: readonly (StoredRecord | undefined)[]): unknown[] => rows.map((each) => each?.row.id)

describe('reads of one call', () => {
  it('are batched into one read, each with results in its own order', async () => {
    const { asked, reads } = ledger()
    const answers = await Promise.all([reads.getRecords([4, 2, 4]), reads.getRecords([]), reads.getRecords([3, 2])])
    expect(answers.map(idsOf)).toEqual([[4, 2, 4], [], [undefined, 2]])
    expect(asked).toEqual([[4, 2, 3]])
  })

  it('stay batched during concurrent queries, and read no row twice, including missing rows', async () => {
    const { asked, reads } = ledger()
    const question = async (first: number): Promise<unknown[]> => {
      await reads.getRecords([first])
      return idsOf(await reads.getRecords([first, first + 1]))
    }
    expect(await Promise.all([question(2), question(4), question(5)])).toEqual([
      [2, undefined],
      [4, undefined],
      [undefined, 6],
    ])
    expect(asked).toEqual([
      [2, 4, 5],
      [3, 6],
    ])
  })

  it('are split into reads of the maximum size', async () => {
    const { asked, reads } = ledger()
    const ids = Array.from({ length: LIMITS.idsPerRead + 1 }, (_, at) => at * 2)
    expect(idsOf(await reads.getRecords(ids))).toEqual(ids)
    expect(asked.map(({ length }) => length)).toEqual([LIMITS.idsPerRead, 1])
  })

  it('fail together, and are retried afterwards', async () => {
    const { asked, reads } = ledger()
    const failed = await Promise.allSettled([reads.getRecords([13]), reads.getRecords([2])])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(idsOf(await reads.getRecords([2]))).toEqual([2])
    expect(asked).toEqual([[13, 2], [2]])
  })
})
