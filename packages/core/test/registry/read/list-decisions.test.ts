import type { Registry } from '@utpid/core'
import type { DecisionsOptions } from '@utpid/core/operations'
import { describe, expect, test } from 'vitest'
import { ACTOR, utpidOf } from '../../support/decided.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

const DAY = 86_400_000

/** Opens a registry with decisions on three days: a merge, its undo, a pin of another person, a deletion. */
async function decided() {
  let now = Date.UTC(2026, 2, 1, 12)
  const opened = await openRegistry({ clock: () => now++ })
  const { registry } = opened
  await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
  const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
  const merge = await registry.merge(zephyr, quill, { ...ACTOR, note: 'one door' })
  now += DAY
  const undo = await registry.undo(merge.change, ACTOR)
  const pin = await registry.pin(zephyr, { stars: 5 }, { actor: 'bo' })
  now += DAY
  const deleted = await registry.delete(quill, { actor: 'bo' })
  return { ...opened, zephyr, quill, changes: [merge, undo, pin, deleted].map(({ change }) => change) }
}

async function changesOf(registry: Registry, options: DecisionsOptions): Promise<number[]> {
  return (await registry.decisions(options)).decisions.map(({ change }) => change)
}

describe('decisions', () => {
  test('are listed newest first, with their products, notes and undos', async () => {
    const { registry, zephyr, quill, changes } = await decided()
    const [merge, undo, pin, deleted] = changes
    const { decisions, nextCursor } = await registry.decisions()
    expect(nextCursor).toBeUndefined()
    const named = [
      { utpid: zephyr, name: expect.stringContaining('Marlowe'), active: true },
      { utpid: quill, name: 'Quill Rondel Residence', active: false },
    ]
    expect(decisions).toMatchObject([
      { change: deleted, kind: 'delete', actor: 'bo', at: expect.stringMatching(/^2026-03-03T/), products: [named[1]] },
      { change: pin, kind: 'pin', actor: 'bo', products: [named[0]] },
      { change: undo, kind: 'undo', actor: 'anna', undoes: merge },
      { change: merge, kind: 'merge', actor: 'anna', note: 'one door', undoneBy: undo, products: named },
    ])
    expect(decisions[0]).not.toHaveProperty('undoneBy')
  })

  test('are found by author, kind and time', async () => {
    const { registry, changes } = await decided()
    const [merge, undo, pin, deleted] = changes
    expect(await changesOf(registry, { actor: 'anna' })).toEqual([undo, merge])
    expect(await changesOf(registry, { kind: 'pin' })).toEqual([pin])
    expect(await changesOf(registry, { kind: 'pin', actor: 'anna' })).toEqual([])
    expect(await changesOf(registry, { from: '2026-03-02', to: '2026-03-02' })).toEqual([pin, undo])
    expect(await changesOf(registry, { from: '2026-03-03' })).toEqual([deleted])
    expect(await changesOf(registry, { to: '2026-03-02T00:00:00Z' })).toEqual([merge])
    // The end of the last year that a time of four digits has.
    for (const to of ['9999-12-31', '9999-12-31T23:59:59-05:00']) {
      expect(await changesOf(registry, { to })).toEqual([deleted, pin, undo, merge])
    }
    const [last] = (await registry.decisions({ limit: 1 })).decisions
    expect(await changesOf(registry, { to: last?.at ?? '' })).toEqual([pin, undo, merge])
    expect(await changesOf(registry, { from: last?.at ?? '' })).toEqual([deleted])
  })

  test('are read in pages that later decisions do not move', async () => {
    const { registry, zephyr, changes } = await decided()
    const read: number[] = []
    let cursor: string | undefined
    do {
      const page = await registry.decisions({ limit: 1, ...(cursor === undefined ? {} : { cursor }), to: '2026-03-02' })
      read.push(...page.decisions.map(({ change }) => change))
      cursor = page.nextCursor
      await registry.pin(zephyr, { stars: read.length }, ACTOR)
    } while (cursor !== undefined)
    expect(read).toEqual(changes.slice(0, 3).reverse())
  })

  test('are counted by day, author and kind', async () => {
    const { registry } = await decided()
    const row = (day: string, actor: string, kind: string) => ({ day, actor, kind, count: 1 })
    const march2 = [row('2026-03-02', 'anna', 'undo'), row('2026-03-02', 'bo', 'pin')]
    expect(await registry.countDecisions()).toEqual([
      row('2026-03-03', 'bo', 'delete'),
      ...march2,
      row('2026-03-01', 'anna', 'merge'),
    ])
    expect(await registry.countDecisions({ from: '2026-03-02', to: '2026-03-02' })).toEqual(march2)
    expect(await registry.countDecisions({ to: '2026-02-28' })).toEqual([])
  })

  test('reject wrong options with a sentence', async () => {
    const { registry } = await decided()
    const wrong: [object, string][] = [
      [{ kind: 'guess' }, 'kind is "guess"; it must be one of merge, dismiss,'],
      [{ from: 'yesterday' }, 'from is "yesterday"; write a day like 2026-01-31'],
      [{ to: '2026-02-31T' }, 'to is "2026-02-31T"'],
      [{ limit: 0 }, 'limit is 0'],
      [{ actor: 7 }, 'actor must be text'],
    ]
    for (const [options, message] of wrong) {
      await expect(registry.decisions(options)).rejects.toMatchObject({ code: 'validation_failed' })
      await expect(registry.decisions(options)).rejects.toThrow(message)
    }
    for (const cursor of ['', '1-', 'x', '1-2-3']) {
      await expect(registry.decisions({ cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
    }
    await expect(registry.countDecisions({ from: '2020-01-01' })).rejects.toThrow('at most 366 days')
    await expect(registry.countDecisions({ to: 'x' })).rejects.toMatchObject({ code: 'validation_failed' })
  })
})
