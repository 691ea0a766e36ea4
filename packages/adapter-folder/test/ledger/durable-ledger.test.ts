import { openDurableStorage } from '@utpid/adapter-folder'
import { type AlertRow, type Commit, emptyCommit } from '@utpid/core/storage'
import { temporaryFolder } from '@utpid/testing'
import { describe, expect, it, vi } from 'vitest'
import { EdgeCache } from '../../src/ledger/edge-cache.ts'
import { numberedStay, SAMPLE_TIME } from '../support/numbered-stay.ts'

function step(number: number, parts: Partial<Commit> = {}): Commit {
  return { ...emptyCommit(SAMPLE_TIME, 0), ...numberedStay(number), ...parts }
}

describe('the durable ledger', () => {
  it('undoes a transaction that fails halfway, but no other transaction of the same flush', async () => {
    const storage = await openDurableStorage(temporaryFolder())
    const alert = { id: 'a'.repeat(16), informationGain: 1n } as unknown as AlertRow
    const outcomes = await Promise.allSettled([
      storage.ledger.commit(step(1)),
      storage.ledger.commit(step(2, { alerts: [alert], idempotencyKey: 'half', counters: { records: 1 } })),
      storage.ledger.commit(step(3)),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ reason: expect.any(TypeError) })
    expect((await storage.ledger.getRecords([1, 2, 3])).map((stored) => stored?.row.id)).toEqual([1, undefined, 3])
    expect((await storage.ledger.getProducts([2]))[0]).toBeUndefined()
    expect((await storage.ledger.counters()).size).toBe(0)
    expect((await storage.ledger.changes(0, 10)).map(({ records }) => records)).toEqual([[1], [3]])
    expect(await storage.ledger.commit(step(2, { idempotencyKey: 'half' }))).toEqual({ change: 3, repeated: false })
    await storage.close()
  })

  it('keeps caching edges during transactions without edges', async () => {
    const suspend = vi.spyOn(EdgeCache.prototype, 'suspend')
    const storage = await openDurableStorage(temporaryFolder())
    await storage.ledger.commit(step(1))
    expect(suspend).not.toHaveBeenCalled()
    const edge = { a: 1, b: 2, weight: 500, confidence: 9_700, model: 'm', tfVersion: 0 }
    await storage.ledger.commit(step(2, { edges: [edge] }))
    expect(suspend).toHaveBeenCalledOnce()
    expect(await storage.ledger.edges([1, 2])).toEqual([[edge], [edge]])
    await storage.close()
    suspend.mockRestore()
  })
})
