import { describe, expect, test } from 'vitest'
import { ACTOR, codesOf, eventsAfter, expectRefused, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { type OpenRegistry, openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

/** Twenty hotels of one supplier that differ in all fields. */
const HOTELS = [...'abcdefghijklmnopqrst'].map((letter, at) => ({
  supplier: 'alpha',
  code: `H${at}`,
  name: `${letter.toUpperCase()}${'aeiou'.charAt(at % 5)}rd${letter}o${letter}in House`,
  category: 'hotel',
  location: { coordinates: [40 + at, 3 + at] },
}))

async function openHotels(): Promise<OpenRegistry> {
  const world = await openRegistry()
  await world.registry.import([...HOTELS, ZEPHYR_BY_BETA])
  return world
}

describe('a full feed', () => {
  test('deactivates missing records, and retires products without active records', async () => {
    const { registry, storage } = await openHotels()
    const utpid = await utpidOf(registry, { supplier: 'alpha', code: 'H19' })
    const { change } = await registry.stats()
    const report = await registry.import(HOTELS.slice(0, -1), { full: true })
    expect(report).toMatchObject({
      unchanged: 19,
      change: change + 2,
      full: [{ supplier: 'alpha', known: 20, missing: 1, deactivated: 1, rejected: false, change: change + 1 }],
    })
    expect(await eventsAfter(registry, change)).toEqual([{ type: 'product.retired', utpid }])
    expect(await registry.locate({ utpid })).toEqual({ status: 'retired', requested: utpid, utpid: null })
    expect(await registry.locate({ supplier: 'alpha', code: 'H19' })).toMatchObject({ status: 'retired', utpid: null })
    expect(await registry.locate(ZEPHYR_BY_BETA)).toMatchObject({ status: 'active' })
    await expectConsistent(storage)
  })

  test('finds nothing missing when repeated', async () => {
    const { registry } = await openHotels()
    const { change } = await registry.import(HOTELS.slice(0, -1), { full: true })
    const again = await registry.import(HOTELS.slice(0, -1), { full: true })
    expect(again).toMatchObject({ change, full: [{ known: 19, missing: 0, deactivated: 0, rejected: false }] })
  })

  test('a returning code reactivates its product', async () => {
    const { registry, storage } = await openHotels()
    const utpid = await utpidOf(registry, { supplier: 'alpha', code: 'H19' })
    await registry.import(HOTELS.slice(0, -1), { full: true })
    const { change } = await registry.stats()
    await registry.import(HOTELS, { full: true })
    expect(await utpidOf(registry, { supplier: 'alpha', code: 'H19' })).toBe(utpid)
    expect(await eventsAfter(registry, change)).toEqual([{ type: 'product.revived', utpid }])
    expect((await registry.lineage(utpid))?.steps.map(({ kind }) => kind)).toEqual(['minted', 'retired', 'revived'])
    await expectConsistent(storage)
  })

  test('with more than a tenth missing is written without deactivations, unless more is allowed', async () => {
    const { registry } = await openHotels()
    const { change } = await registry.stats()
    const less = HOTELS.slice(0, 17)
    expect(await registry.import(less, { full: true })).toMatchObject({
      change,
      full: [{ known: 20, missing: 3, deactivated: 0, rejected: true, change }],
    })
    expect((await registry.stats()).records.total).toBe(21)
    expect((await registry.import(less, { full: true, allowLoss: 0.15 })).full).toMatchObject([{ deactivated: 3 }])
    expect((await registry.import(less.slice(1), { full: true, allowLoss: 0 })).full).toMatchObject([
      { rejected: true },
    ])
  })

  test('that is empty deactivates nothing', async () => {
    const { registry } = await openHotels()
    expect((await registry.import([], { supplier: 'alpha', full: true })).full).toMatchObject([
      { supplier: 'alpha', known: 20, missing: 20, deactivated: 0, rejected: true },
    ])
    expect((await registry.import([], { full: true })).full).toEqual([])
    expect((await registry.stats()).records.total).toBe(21)
  })

  test('counts a rejected record with a readable code as present', async () => {
    const { registry } = await openHotels()
    const report = await registry.import([...HOTELS.slice(0, -1), { supplier: 'alpha', code: ' H19 ', name: '-' }], {
      full: true,
    })
    expect(report).toMatchObject({ rejected: 1, full: [{ missing: 0, deactivated: 0 }] })
    expect(await registry.locate({ supplier: 'alpha', code: 'H19' })).toMatchObject({ status: 'active' })
  })

  test('of several suppliers is checked for each supplier', async () => {
    const { registry } = await openHotels()
    await registry.import([{ ...ZEPHYR_BY_BETA, code: 'B2', name: 'Oriel Solace', location: { city: 'Oslo' } }])
    const report = await registry.import([...HOTELS.slice(1), ZEPHYR_BY_BETA], { full: true })
    expect(report.full).toMatchObject([
      { supplier: 'alpha', known: 20, missing: 1, deactivated: 1, rejected: false },
      { supplier: 'beta', known: 2, missing: 1, deactivated: 0, rejected: true },
    ])
  })

  test('that is stopped or fails deactivates nothing', async () => {
    const { registry, storage } = await openHotels()
    const stop = new AbortController()
    const feed = HOTELS.slice(0, -1)
    async function* broken(): AsyncGenerator<unknown> {
      yield* feed
      throw new Error('The line went dead.')
    }
    async function* stopped(): AsyncGenerator<unknown> {
      yield* feed
      stop.abort()
    }
    await expect(registry.import(broken(), { full: true })).rejects.toThrow('The line went dead.')
    await expect(registry.import(stopped(), { full: true, signal: stop.signal })).rejects.toMatchObject({
      code: 'aborted',
    })
    expect((await registry.stats()).records.total).toBe(21)
    await expectConsistent(storage)
  })

  test('an invalid share or supplier is rejected before anything is read', async () => {
    const world = await openHotels()
    for (const options of [{ allowLoss: 1.1 }, { allowLoss: -0.1 }, { supplier: '???' }]) {
      await expectRefused(world, (registry) => registry.import([QUILL], { full: true, ...options }), {
        code: 'validation_failed',
      })
    }
  })

  test('keeps records that others wrote during the read, whatever their clock shows', async () => {
    const { registry, storage } = await openHotels()
    const clock = (): number => Date.UTC(2020, 0, 1)
    const { registry: other } = await openRegistry({ storage, clock, random: () => 77 })
    async function* slow(): AsyncGenerator<unknown> {
      yield* HOTELS.slice(0, -2)
      await other.upsert({ ...HOTELS[19], stars: 4 })
      await other.upsert({ ...QUILL, supplier: 'alpha', code: 'H20' })
    }
    const { full } = await registry.import(slow(), { full: true })
    expect(full).toMatchObject([{ known: 20, missing: 1, writtenMeanwhile: 2, deactivated: 1, rejected: false }])
    expect(await registry.locate({ supplier: 'alpha', code: 'H18' })).toMatchObject({ status: 'retired' })
    for (const code of ['H19', 'H20']) {
      expect(await registry.locate({ supplier: 'alpha', code })).toMatchObject({ status: 'active' })
    }
    await expectConsistent(storage)
  })

  test('keeps records that others write between the check and the transaction', async () => {
    const { registry, storage } = await openHotels()
    const { registry: other } = await openRegistry({ storage })
    // Reading the change feed is the last read before the transaction.
    const { changes } = storage.ledger
    let isWritten = false
    storage.ledger.changes = async (after, limit) => {
      const page = await changes.call(storage.ledger, after, limit)
      if (page.length === 0 && !isWritten) {
        isWritten = true
        await other.upsert({ ...HOTELS[19], stars: 4 })
      }
      return page
    }
    const { full } = await registry.import(HOTELS.slice(0, -1), { full: true })
    expect(full).toMatchObject([{ known: 20, missing: 0, writtenMeanwhile: 1, deactivated: 0 }])
    expect(await registry.locate({ supplier: 'alpha', code: 'H19' })).toMatchObject({ status: 'active' })
    await expectConsistent(storage)
  })

  test('a record that only got another link meanwhile was not written', async () => {
    const { registry } = await openHotels()
    await registry.import([ZEPHYR, { ...ZEPHYR, code: 'A2', supplier: 'gamma' }])
    const { full } = await registry.import([...HOTELS, { ...ZEPHYR, supplier: 'delta', code: 'D1' }], { full: true })
    expect(full).toMatchObject([
      { supplier: 'alpha', known: 21, missing: 1, writtenMeanwhile: 0, deactivated: 1 },
      { supplier: 'delta' },
    ])
  })

  test('ends records of what people keep, too: they stay with what is left', async () => {
    const { registry, storage } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
    const utpid = await utpidOf(registry, ZEPHYR)
    await registry.verify(utpid, ACTOR)
    await registry.import([QUILL], { full: true, allowLoss: 0.5 })
    expect(await codesOf(registry, utpid)).toEqual(['beta:B1'])
    await registry.upsert(ZEPHYR)
    expect(await utpidOf(registry, ZEPHYR)).toBe(utpid)
    await expectConsistent(storage)
  })
})
