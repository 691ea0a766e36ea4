import { describe, expect, it } from 'vitest'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import type { RowWrite, ServiceStore } from '../../src/store/service-store.ts'
import { PROBE_MS, WatchedStore } from '../../src/store/watched-store.ts'

const ROW: RowWrite = { table: 'key_uses', key: 'a/b', row: { createdAt: '2026-11-22T12:00:00.000Z' } }

interface Fixture {
  readonly store: WatchedStore
  readonly inner: ServiceStore
  readonly time: { now: number }
  /** The error that writes throw; undefined: writes succeed. */
  readonly disk: { error: Error | undefined; writes: number }
}

function fixture(): Fixture {
  const inner = new MemoryServiceStore()
  const time = { now: 1_000_000 }
  const disk: Fixture['disk'] = { error: undefined, writes: 0 }
  const write = inner.write.bind(inner)
  inner.write = async (writes) => {
    disk.writes++
    if (disk.error !== undefined) throw disk.error
    return await write(writes)
  }
  return { store: new WatchedStore(inner, () => time.now), inner, time, disk }
}

const full = (): Error => Object.assign(new Error('The disk is full.'), { code: 'storage_full' })

it.each([true, false])('a watched store is shared if its store is shared: %s', (isShared) => {
  const inner = Object.assign(new MemoryServiceStore(), { isShared })
  expect(new WatchedStore(inner, () => 0).isShared).toBe(isShared)
})

describe('a store after a failed write', () => {
  it('is failing until a probe write succeeds, with at most one probe in 10 s', async () => {
    const { store, inner, time, disk } = fixture()
    await store.check()
    expect([store.isFailing, disk.writes]).toEqual([false, 0])
    disk.error = full()
    await expect(store.write([ROW])).rejects.toBe(disk.error)
    expect([store.isFailing, disk.writes]).toEqual([true, 1])
    for (let asked = 0; asked < 5; asked++) await expect(store.check()).rejects.toBe(disk.error)
    expect(disk.writes).toBe(2)
    disk.error = undefined
    time.now += PROBE_MS - 1
    await expect(store.check()).rejects.toThrow('The disk is full.')
    time.now += 1
    await Promise.all([store.check(), store.check()])
    expect([store.isFailing, disk.writes]).toEqual([false, 4])
    expect(await inner.range('key_uses', { limit: 10 })).toEqual([])
  })

  it('is failing again after the next failure, and waits for its probe', async () => {
    const { store, time, disk } = fixture()
    disk.error = full()
    await expect(store.write([ROW])).rejects.toThrow()
    disk.error = undefined
    await store.check()
    disk.error = full()
    await expect(store.write([ROW])).rejects.toThrow()
    disk.error = undefined
    await expect(store.check()).rejects.toThrow('The disk is full.')
    time.now += PROBE_MS
    await store.check()
    expect(store.isFailing).toBe(false)
  })

  it('is not failing after a conflict or an invalid write', async () => {
    const { store } = fixture()
    await store.write([ROW])
    expect(await store.write([{ ...ROW, expect: 'absent' } as RowWrite])).toEqual({ table: 'key_uses', key: 'a/b' })
    await expect(store.write([ROW, ROW])).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(store.deleteRange('key_uses', { limit: 0 })).rejects.toMatchObject({ code: 'validation_failed' })
    await store.close()
    await expect(store.write([ROW])).rejects.toMatchObject({ code: 'closed' })
    expect(store.isFailing).toBe(false)
  })

  it('is also failing if rows could not be deleted', async () => {
    const { store, inner } = fixture()
    inner.deleteRange = async () => {
      throw full()
    }
    await expect(store.deleteRange('request_ids', { limit: 1 })).rejects.toThrow()
    expect(store.isFailing).toBe(true)
  })
})
