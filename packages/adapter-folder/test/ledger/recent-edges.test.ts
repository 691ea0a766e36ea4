import type { EdgeRow } from '@utpid/core/storage'
import { describe, expect, test } from 'vitest'
import { EdgeCache } from '../../src/ledger/edge-cache.ts'

function edge(a: number, b: number): EdgeRow {
  return { a, b, weight: 500, confidence: 9_700, model: 'm', tfVersion: 0 }
}

/** Creates a cache, and lists the ids of the records that the cache reads. */
function openRecentEdges(edgesMax = 100): { of(id: number): EdgeRow[]; recent: EdgeCache; reads: number[] } {
  const recent = new EdgeCache(edgesMax)
  const reads: number[] = []
  const read = (id: number): EdgeRow[] => {
    reads.push(id)
    return [edge(id, id + 100)]
  }
  return { of: (id) => recent.of(id, read), recent, reads }
}

describe('RecentEdges', () => {
  test('reads the edges of a record once', () => {
    const { of, reads } = openRecentEdges()
    expect([of(1), of(2), of(1)]).toEqual([[edge(1, 101)], [edge(2, 102)], [edge(1, 101)]])
    expect(reads).toEqual([1, 2])
  })

  test('returns lists that callers may modify', () => {
    const { of } = openRecentEdges()
    of(1).pop()
    of(1).pop()
    expect(of(1)).toEqual([edge(1, 101)])
  })

  test('reads everything during a write, and caches none of these reads', () => {
    const { of, recent, reads } = openRecentEdges()
    of(1)
    recent.suspend()
    of(1)
    of(2)
    recent.resume([])
    of(2)
    of(1)
    expect(reads).toEqual([1, 1, 2, 2])
  })

  test('forgets written records, and all records if any of them may have changed', () => {
    const { of, recent, reads } = openRecentEdges()
    for (const id of [1, 2, 3]) of(id)
    recent.suspend()
    recent.resume([2, 9])
    for (const id of [1, 2, 3]) of(id)
    expect(reads).toEqual([1, 2, 3, 2])
    recent.suspend()
    recent.resume()
    for (const id of [1, 2, 3]) of(id)
    expect(reads).toEqual([1, 2, 3, 2, 1, 2, 3])
  })

  test('caches again after the last of two concurrent writes has ended', () => {
    const { of, recent, reads } = openRecentEdges()
    recent.suspend()
    recent.suspend()
    recent.resume([])
    of(1)
    recent.resume([])
    of(1)
    of(1)
    expect(reads).toEqual([1, 1])
  })

  test('evicts the least recently read records', () => {
    // The cache limit counts each record and each edge. Each record has one edge and counts as 2; the limit is 4.
    const { of, reads } = openRecentEdges(4)
    for (const id of [1, 2, 1, 3]) of(id)
    expect(reads).toEqual([1, 2, 3])
    of(1)
    of(2)
    expect(reads).toEqual([1, 2, 3, 2])
  })

  test('caches nothing with a limit of 0', () => {
    const { of, reads } = openRecentEdges(0)
    expect([of(1), of(1)]).toEqual([[edge(1, 101)], [edge(1, 101)]])
    expect(reads).toEqual([1, 1])
  })
})
