import { describe, expect, it } from 'vitest'
import { RecentKeys } from '../../src/ledger/recent-keys.ts'

describe('recent keys', () => {
  it('have the last change that touched a key, for the requested number of changes', () => {
    const keys = new RecentKeys(0, 3)
    keys.add(1, [10, 11])
    keys.add(2, [11])
    keys.add(3, [])
    expect(keys.since).toBe(0)
    expect(keys.touchedAfter(0, [12, 11])).toBe(11)
    expect(keys.touchedAfter(1, [10, 11])).toBe(11)
    expect(keys.touchedAfter(2, [10, 11])).toBeUndefined()
    keys.add(4, [10])
    expect(keys.since).toBe(1)
    expect(keys.touchedAfter(1, [11])).toBe(11)
    keys.add(5, [])
    expect(keys.since).toBe(2)
    expect(keys.touchedAfter(2, [10])).toBe(10)
  })

  it('limit the number of keys by storing fewer changes', () => {
    const keys = new RecentKeys(0, 1_000, 10)
    for (let change = 1; change <= 5_000; change++) keys.add(change, [change, change + 1, change + 2])
    expect(keys.since).toBe(4_997)
    expect(keys.touchedAfter(4_997, [4_998])).toBe(4_998)
    expect(keys.touchedAfter(4_997, [4_997])).toBeUndefined()
  })

  it('drop changes that were rolled back', () => {
    const keys = new RecentKeys(7)
    keys.add(8, [10])
    keys.restart(7)
    expect(keys.since).toBe(7)
    expect(keys.touchedAfter(7, [10])).toBeUndefined()
  })
})
