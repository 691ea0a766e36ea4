import type { EndingRecord, ImportOutcome } from '@utpid/core/operations'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventsAfter, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'
import { type SmallRecord, smallRecord } from '../../support/small-world.ts'
import { TIMELESS } from '../../support/timeless.ts'

const removal = (supplier: string, code: string): object => ({ supplier, code, removed: true })

async function outcomesOf(
  registry: Awaited<ReturnType<typeof openRegistry>>['registry'],
  rows: readonly unknown[],
  options: object = {},
): Promise<string[]> {
  const outcomes: ImportOutcome[] = []
  const report = await registry.import(rows, {
    removals: true,
    allowLoss: 1,
    onOutcome: (each) => outcomes.push(each),
    ...options,
  })
  for (const name of ['removed', 'absent', 'kept', 'superseded'] as const) {
    expect(report[name]).toBe(outcomes.filter(({ outcome }) => outcome === name).length)
  }
  return outcomes.map(({ outcome }) => outcome)
}

describe('a delta', () => {
  test('deactivates the records of removals, and retires products without active records', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
    const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    const { change } = await registry.stats()
    const rows = [removal('Alpha', ` ${ZEPHYR.code} `), { ...QUILL, removed: 'yes' }, removal('alpha', QUILL.code)]
    expect(await outcomesOf(registry, rows)).toEqual(['removed', 'superseded', 'removed'])
    expect(await eventsAfter(registry, change)).toContainEqual({ type: 'product.retired', utpid: quill })
    expect(await registry.locate(ZEPHYR_BY_BETA)).toMatchObject({ status: 'active', utpid: zephyr })
    expect(await registry.locate(QUILL)).toMatchObject({ status: 'retired' })
    await expectConsistent(storage)
    expect(await outcomesOf(registry, rows)).toEqual(['absent', 'superseded', 'absent'])
    expect(await outcomesOf(registry, [QUILL])).toEqual(['created'])
    expect(await utpidOf(registry, QUILL)).toBe(quill)
  })

  test('counts unknown codes and rejects removals without a code', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR])
    const rows = [removal('alpha', 'unknown'), { supplier: 'alpha', removed: true }, removal('nobody', 'X')]
    expect(await outcomesOf(registry, rows)).toEqual(['absent', 'rejected', 'absent'])
  })

  test.each([1, 2, 500])('the last row of a code counts, in batches of %d', async (batchSize) => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, QUILL])
    const { change } = await registry.stats()
    const fresh = { ...ZEPHYR_BY_BETA, code: 'NEW' }
    const rows = [
      removal('alpha', ZEPHYR.code),
      QUILL,
      fresh,
      ZEPHYR,
      removal('alpha', QUILL.code),
      removal('beta', 'NEW'),
    ]
    const outcomes = await outcomesOf(registry, rows, { batchSize })
    expect(outcomes[0]).toBe('superseded')
    expect([outcomes[4], outcomes[5]]).toEqual(['removed', batchSize === 500 ? 'absent' : 'removed'])
    expect(await registry.locate(ZEPHYR)).toMatchObject({ status: 'active' })
    expect(await registry.locate(QUILL)).toMatchObject({ status: 'retired' })
    expect((await registry.locate(fresh))?.status).not.toBe('active')
    const retired = (await eventsAfter(registry, change)).filter(({ type }) => type === 'product.revived')
    expect(retired).toEqual([])
    await expectConsistent(storage)
  })

  test('that removes too much is refused before anything is written', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
    const { change } = await registry.stats()
    const rows = [{ ...QUILL, stars: 5 }, removal('alpha', ZEPHYR.code)]
    const listed: EndingRecord[] = []
    const refused = registry.import(rows, {
      removals: true,
      onLoss: async (loss) => {
        for await (const each of loss.records()) listed.push(each)
        return false
      },
    })
    await expect(refused).rejects.toMatchObject({ code: 'excessive_loss', details: { ending: 1, retiring: 0 } })
    expect((await registry.stats()).change).toBe(change)
    expect(listed).toMatchObject([{ code: ZEPHYR.code, reason: 'removed', isLast: false }])
    expect(await outcomesOf(registry, rows, { allowLoss: 0.5 })).toEqual(['updated', 'removed'])
  })

  test('of a full feed: removed and missing records count together', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, QUILL, { ...ZEPHYR_BY_BETA, supplier: 'alpha', code: 'B9' }])
    const rows = [removal('alpha', ZEPHYR.code), { ...QUILL, stars: 5 }]
    await expect(registry.import(rows, { removals: true, full: true, allowLoss: 0.5 })).rejects.toMatchObject({
      details: { suppliers: [{ known: 3, ending: 2 }] },
    })
    const report = await registry.import(rows, { removals: true, full: true, allowLoss: 0.7 })
    expect(report).toMatchObject({ removed: 1, updated: 1, full: [{ known: 3, missing: 1, deactivated: 1 }] })
  })

  test('keeps records that others write meanwhile', async () => {
    const { registry, storage } = await openRegistry()
    const { registry: other } = await openRegistry({ storage, random: () => 77 })
    await registry.import([ZEPHYR, QUILL, ZEPHYR_BY_BETA])
    async function* rows(pass: string): AsyncGenerator<unknown> {
      if (pass === 'check') await other.upsert({ ...ZEPHYR, stars: 1 })
      else await other.upsert({ ...QUILL, stars: 1 })
      yield* [removal('alpha', ZEPHYR.code), removal('alpha', QUILL.code), removal('beta', ZEPHYR_BY_BETA.code)]
    }
    const report = await registry.import(rows, { removals: true, allowLoss: 1 })
    expect(report).toMatchObject({ removed: 1, kept: 2 })
    expect(await registry.locate(ZEPHYR)).toMatchObject({ status: 'active' })
    expect(await registry.locate(QUILL)).toMatchObject({ status: 'active' })
    await expectConsistent(storage)
  })

  test('has the same result as the full feed of its result', async () => {
    const records = fc.array(smallRecord({ suppliers: 2, codes: 5 }), { maxLength: 10 })
    const rows = fc.array(
      fc.oneof(
        { weight: 2, arbitrary: smallRecord({ suppliers: 2, codes: 5 }) },
        smallRecord({ suppliers: 2, codes: 5 }).map(({ supplier, code }) => removal(supplier, code)),
      ),
      { maxLength: 10 },
    )
    await fc.assert(
      fc.asyncProperty(records, rows, fc.constantFrom(1, 3, 500), async (before, delta, batchSize) => {
        const result = new Map<string, SmallRecord>()
        for (const each of [...before, ...delta] as (SmallRecord & { removed?: true })[]) {
          const key = `${each.supplier} ${each.code}`
          if (each.removed === true) result.delete(key)
          else result.set(key, each)
        }
        const [byDelta, byFull] = [await groupsAfter(before), await groupsAfter(before)]
        await byDelta.registry.import(delta, { removals: true, allowLoss: 1, batchSize })
        for (const supplier of ['s0', 's1', 's2']) {
          const full = [...result.values()].filter((each) => each.supplier === supplier)
          await byFull.registry.import(full, { supplier, full: true, allowLoss: 1 })
        }
        expect(await byDelta.groups()).toEqual(await byFull.groups())
        await expectConsistent(byDelta.storage)
      }),
      { numRuns: 40 },
    )
  })
})

async function groupsAfter(records: readonly SmallRecord[]) {
  const { registry, storage } = await openRegistry({ survivorshipRules: TIMELESS })
  await registry.import(records)
  const groups = async (): Promise<string[]> => {
    const members = new Map<string, string[]>()
    for await (const { utpid, supplier, code } of registry.crosswalk()) {
      members.set(utpid, [...(members.get(utpid) ?? []), `${supplier}:${code}`])
    }
    return [...members.values()].map((codes) => codes.sort().join(' ')).sort()
  }
  return { registry, storage, groups }
}
