import { describe, expect, test } from 'vitest'
import { ACTOR, codesOf, eventsAfter, expectRefused, TWIN_A, TWIN_B, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { readWhole } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

const QUILL_BY_BETA = { ...QUILL, supplier: 'beta', code: 'B2' }

describe('merge', () => {
  test('joins two products, whatever the model says: the other UTPID leads to the survivor', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
    const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    const { change } = await registry.stats()
    const report = await registry.merge(quill, zephyr, { ...ACTOR, note: 'one house' })
    expect(report).toEqual({
      change: change + 1,
      utpids: [zephyr],
      inactive: [{ utpid: quill, into: zephyr }],
      changed: true,
    })
    expect(await codesOf(registry, zephyr)).toEqual(['alpha:A1', 'beta:B1', 'alpha:A2'])
    expect(await registry.locate({ utpid: quill })).toEqual({ status: 'merged', requested: quill, utpid: zephyr })
    expect(await registry.locate({ supplier: 'alpha', code: 'A2' })).toMatchObject({ status: 'active', utpid: zephyr })
    expect(await registry.get(quill)).toEqual(await registry.get(zephyr))
    expect(await eventsAfter(registry, change)).toEqual([
      { type: 'product.updated', utpid: zephyr, fields: expect.arrayContaining(['suppliers']) },
      { type: 'product.merged', utpid: quill, into: zephyr },
    ])
    const { judgements } = await readWhole(storage)
    expect(judgements).toMatchObject([{ verdict: 'same', actor: 'anna', note: 'one house', change: report.change }])
    expect((await registry.get(zephyr))?.records.map(({ method, confidence }) => [method, confidence])).toEqual(
      expect.arrayContaining([['judgement', 1]]),
    )
    const [entry] = (await registry.history(quill)).filter(({ type }) => type === 'decision')
    expect(entry).toMatchObject({ kind: 'merge', actor: 'anna', note: 'one house', change: report.change })
    await expectConsistent(storage)
  })

  test('of one product with itself changes nothing', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, QUILL])
    const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    const { change } = await registry.merge(zephyr, quill, ACTOR)
    const again = { change, utpids: [], inactive: [], changed: false }
    expect(await registry.merge(zephyr, quill, ACTOR)).toEqual(again)
    expect(await registry.merge(zephyr, zephyr, ACTOR)).toEqual(again)
    expect((await registry.stats()).change).toBe(change)
  })

  test('the product with more records survives, then the older one, unless a survivor is named', async () => {
    const older = await openRegistry()
    await older.registry.import([ZEPHYR])
    await older.registry.import([QUILL])
    const [zephyr, quill] = [await utpidOf(older.registry, ZEPHYR), await utpidOf(older.registry, QUILL)]
    expect((await older.registry.merge(quill, zephyr, ACTOR)).utpids).toEqual([zephyr])

    const larger = await openRegistry()
    await larger.registry.import([ZEPHYR])
    await larger.registry.import([QUILL, QUILL_BY_BETA])
    const most = await utpidOf(larger.registry, QUILL)
    expect((await larger.registry.merge(await utpidOf(larger.registry, ZEPHYR), most, ACTOR)).utpids).toEqual([most])

    for (const survivor of [ZEPHYR, QUILL]) {
      const named = await openRegistry()
      await named.registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
      const [one, other] = [await utpidOf(named.registry, ZEPHYR), await utpidOf(named.registry, QUILL)]
      const [stays, goes] = survivor === ZEPHYR ? [one, other] : [other, one]
      expect(await named.registry.merge(one, other, { ...ACTOR, survivor: stays })).toMatchObject({
        utpids: [stays],
        inactive: [{ utpid: goes, into: stays }],
      })
      await expectConsistent(named.storage)
    }
  })

  test('a survivor that is neither of the two is rejected', async () => {
    const world = await openRegistry()
    const third = { ...QUILL, code: 'A3', name: 'Oriel Solace', location: { city: 'Oslo' } }
    await world.registry.import([ZEPHYR, QUILL, third])
    const [zephyr, quill, survivor] = await Promise.all(
      [ZEPHYR, QUILL, third].map((each) => utpidOf(world.registry, each)),
    )
    await expectRefused(
      world,
      (registry) => registry.merge(zephyr as string, quill as string, { ...ACTOR, survivor: survivor as string }),
      { code: 'validation_failed' },
    )
  })

  test('pins and verification of both apply to the whole, those of the survivor first', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
    const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    await registry.pin(zephyr, { stars: 5 }, ACTOR)
    await registry.pin(quill, { stars: 2, rooms: 30 }, ACTOR)
    await registry.verify(quill, ACTOR)
    await registry.merge(zephyr, quill, ACTOR)
    expect(await registry.get(zephyr)).toMatchObject({ stars: 5, rooms: 30, verified: true, verifiedBy: 'manual' })
  })

  test('of a missing, deleted or retired UTPID is rejected', async () => {
    const world = await openRegistry()
    const { registry } = world
    await registry.import([ZEPHYR, QUILL, { ...QUILL, code: 'A3', name: 'Oriel Solace', location: { city: 'Oslo' } }])
    const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
    const oriel = await utpidOf(registry, { supplier: 'alpha', code: 'A3' })
    await registry.delete(quill, ACTOR)
    await registry.deactivate({ supplier: 'alpha', code: 'A3' })
    for (const [utpid, code] of [
      ['UTP-00000-00000-1', 'product_not_found'],
      [quill, 'product_deleted'],
      [oriel, 'product_retired'],
    ] as const) {
      await expectRefused(world, () => registry.merge(zephyr, utpid, ACTOR), { code })
      await expectRefused(world, () => registry.dismiss(utpid, zephyr, ACTOR), { code })
      await expectRefused(world, () => registry.split(utpid, [ZEPHYR], ACTOR), { code })
      await expectRefused(world, () => registry.delete(utpid, ACTOR), { code })
      await expectRefused(world, () => registry.pin(utpid, { stars: 1 }, ACTOR), { code })
      await expectRefused(world, () => registry.verify(utpid, ACTOR), { code })
    }
  })
})

describe('split', () => {
  test('makes the records a separate product, and the machine never joins them again', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    const zephyr = await utpidOf(registry, ZEPHYR)
    const { change } = await registry.stats()
    const report = await registry.split(zephyr, [ZEPHYR_BY_BETA], ACTOR)
    const separated = await utpidOf(registry, ZEPHYR_BY_BETA)
    expect(separated).not.toBe(zephyr)
    expect(report).toEqual({ change: change + 1, utpids: [zephyr, separated], inactive: [], changed: true })
    expect(await eventsAfter(registry, change)).toEqual(
      expect.arrayContaining([
        { type: 'product.created', utpid: separated },
        { type: 'product.split', utpid: separated, from: zephyr },
        { type: 'supplier.code.moved', supplier: 'beta', code: 'B1', utpid: separated, from: zephyr },
      ]),
    )
    expect((await registry.lineage(separated))?.steps.map(({ kind, other }) => [kind, other])).toEqual([
      ['minted', undefined],
      ['split', zephyr],
    ])
    await registry.upsert({ ...ZEPHYR_BY_BETA, stars: 5 })
    await registry.reindex({ force: true })
    expect(await utpidOf(registry, ZEPHYR_BY_BETA)).toBe(separated)
    expect((await registry.alerts()).total).toBe(0)
    await expectConsistent(storage)
  })

  test('the part with the oldest link keeps the UTPID, unless a part is named', async () => {
    for (const [keeps, named, keeper] of [
      [undefined, ZEPHYR, ZEPHYR],
      [undefined, ZEPHYR_BY_BETA, ZEPHYR],
      ['named', ZEPHYR_BY_BETA, ZEPHYR_BY_BETA],
      ['rest', ZEPHYR, ZEPHYR_BY_BETA],
    ] as const) {
      const { registry } = await openRegistry()
      await registry.import([ZEPHYR])
      await registry.import([ZEPHYR_BY_BETA])
      const utpid = await utpidOf(registry, ZEPHYR)
      await registry.split(utpid, [named], { ...ACTOR, ...(keeps === undefined ? {} : { keep: keeps }) })
      expect(await utpidOf(registry, keeper)).toBe(utpid)
      expect((await registry.stats()).products.total).toBe(2)
    }
  })

  test('codes are found in all notations: untrimmed, as numbers, and repeated', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, { ...ZEPHYR_BY_BETA, code: '77' }])
    const utpid = await utpidOf(registry, ZEPHYR)
    const codes = [
      { supplier: 'Beta', code: ' 77 ' },
      { supplier: 'beta', code: 77 as unknown as string },
    ]
    expect((await registry.split(utpid, codes, ACTOR)).changed).toBe(true)
  })

  test('of no record, of all records, or of a record elsewhere is rejected', async () => {
    const world = await openRegistry()
    await world.registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
    const zephyr = await utpidOf(world.registry, ZEPHYR)
    for (const codes of [[], [ZEPHYR, ZEPHYR_BY_BETA], [QUILL], [{ supplier: 'alpha', code: 'none' }]]) {
      await expectRefused(world, (registry) => registry.split(zephyr, codes, ACTOR), { code: 'validation_failed' })
    }
  })

  test('pins and verification stay with the part that keeps the UTPID', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    const zephyr = await utpidOf(registry, ZEPHYR)
    await registry.pin(zephyr, { rooms: 30 }, ACTOR)
    await registry.verify(zephyr, ACTOR)
    await registry.split(zephyr, [ZEPHYR_BY_BETA], ACTOR)
    expect(await registry.get(zephyr)).toMatchObject({ rooms: 30, verified: true })
    const separated = await registry.get(await utpidOf(registry, ZEPHYR_BY_BETA))
    expect(separated?.verified).toBe(false)
    expect(separated).not.toHaveProperty('pins')
  })
})

test('a decision on too many pairs of records is rejected, with advice', async () => {
  const world = await openRegistry()
  const sold = (record: object, by: string, times: number): { supplier: string; code: string }[] =>
    Array.from({ length: times }, (_, at) => ({ ...record, supplier: `${by}${at}`, code: 'H' }))
  const [zephyrs, quills] = [sold(ZEPHYR, 'z', 101), sold(QUILL, 'q', 100)]
  await world.registry.import([...zephyrs, ...quills])
  const [zephyr, quill] = [
    await utpidOf(world.registry, { supplier: 'z0', code: 'H' }),
    await utpidOf(world.registry, { supplier: 'q0', code: 'H' }),
  ]
  const tooMany = { code: 'validation_failed', details: { pairs: 10_100, max: 10_000 } }
  await expectRefused(world, (registry) => registry.dismiss(zephyr, quill, ACTOR), tooMany)
  const joined = await world.registry.merge(zephyr, quill, ACTOR)
  await expectRefused(world, (registry) => registry.split(zephyr, quills, ACTOR), tooMany)
  await world.registry.undo(joined.change, ACTOR)
  // Follows the advice of the error message: splits fewer records at once.
  await world.registry.split(zephyr, zephyrs.slice(-1), ACTOR)
  expect((await world.registry.dismiss(zephyr, quill, ACTOR)).changed).toBe(true)
})

describe('a contradiction is rejected, and names the conflicting judgements', () => {
  test('a merge of records judged different', async () => {
    const world = await openRegistry()
    await world.registry.import([TWIN_A, TWIN_B])
    const [one, other] = [await utpidOf(world.registry, TWIN_A), await utpidOf(world.registry, TWIN_B)]
    const { change } = await world.registry.dismiss(one, other, { ...ACTOR, note: 'two towers' })
    await expectRefused(world, (registry) => registry.merge(one, other, { actor: 'ben' }), {
      code: 'judgement_conflict',
      message: expect.stringContaining('anna'),
      details: {
        changes: [change],
        judgements: [
          {
            records: expect.arrayContaining(['alpha:A8', 'alpha:A9']),
            verdict: 'different',
            actor: 'anna',
            note: 'two towers',
            at: expect.any(String),
            change,
          },
        ],
      },
    })
  })

  test('a split of records judged the same, until that is undone', async () => {
    const world = await openRegistry()
    await world.registry.import([ZEPHYR, QUILL])
    const zephyr = await utpidOf(world.registry, ZEPHYR)
    const { change } = await world.registry.merge(zephyr, await utpidOf(world.registry, QUILL), ACTOR)
    await expectRefused(world, (registry) => registry.split(zephyr, [QUILL], ACTOR), {
      code: 'judgement_conflict',
      details: { changes: [change], judgements: [{ verdict: 'same', change }] },
    })
  })

  test('a dismissal within one product', async () => {
    const world = await openRegistry()
    await world.registry.import([ZEPHYR, ZEPHYR_BY_BETA])
    const zephyr = await utpidOf(world.registry, ZEPHYR)
    await expectRefused(world, (registry) => registry.dismiss(zephyr, zephyr, ACTOR), { code: 'validation_failed' })
  })

  describe('also if its basis is inactive, since it may return', () => {
    const VAGUE = { supplier: 'gamma', code: 'G1', name: 'Solace Ondine', category: 'hotel' }

    test('a split of records that are indirectly the same', async () => {
      const world = await openRegistry()
      const { registry } = world
      await registry.import([ZEPHYR, QUILL, VAGUE])
      const zephyr = await utpidOf(registry, ZEPHYR)
      const first = await registry.merge(zephyr, await utpidOf(registry, VAGUE), ACTOR)
      const second = await registry.merge(zephyr, await utpidOf(registry, QUILL), ACTOR)
      await registry.deactivate(VAGUE)
      const outcome = await registry.split(zephyr, [QUILL], ACTOR).catch((error: unknown) => error)
      // The judgements connect this record with each of the two, not the two with each other.
      const changes = expect.arrayContaining([first.change, second.change])
      expect(outcome).toMatchObject({ code: 'judgement_conflict', details: { changes } })
    })

    test('a merge of records that are indirectly different', async () => {
      const world = await openRegistry()
      const { registry } = world
      await registry.import([TWIN_A, TWIN_B, QUILL])
      const [one, other] = [await utpidOf(registry, TWIN_A), await utpidOf(registry, TWIN_B)]
      const { change } = await registry.dismiss(one, other, ACTOR)
      await registry.merge(one, await utpidOf(registry, QUILL), ACTOR)
      await registry.deactivate(TWIN_A)
      await expectRefused(world, () => registry.merge(one, other, ACTOR), {
        code: 'judgement_conflict',
        details: {
          judgements: [expect.objectContaining({ records: ['alpha:A8', 'alpha:A9'], change })],
          changes: [change],
        },
      })
    })
  })

  test('a merge of products with records that are indirectly judged different', async () => {
    const world = await openRegistry()
    const { registry } = world
    await registry.import([TWIN_A, TWIN_B, QUILL])
    const [one, other, quill] = [
      await utpidOf(registry, TWIN_A),
      await utpidOf(registry, TWIN_B),
      await utpidOf(registry, QUILL),
    ]
    await registry.dismiss(one, other, ACTOR)
    await registry.merge(one, quill, ACTOR)
    // A is B, and B is not C, so A is not C.
    await expectRefused(world, () => registry.merge(quill, other, ACTOR), { code: 'judgement_conflict' })
  })
})
