import type { EndingRecord, FeedLoss, ImportPass, RecordSource } from '@utpid/core/operations'
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

async function exportedLines(registry: OpenRegistry['registry']): Promise<string[]> {
  const lines: string[] = []
  for await (const row of registry.export()) if ('row' in row) lines.push(JSON.stringify(row.row))
  return lines
}

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
      full: [{ supplier: 'alpha', known: 20, missing: 1, deactivated: 1, change: change + 1 }],
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
    expect(again).toMatchObject({ change, full: [{ known: 19, missing: 0, deactivated: 0 }] })
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

  test('with more than a tenth missing is refused before anything is written, unless more is allowed', async () => {
    const { registry } = await openHotels()
    const before = await exportedLines(registry)
    const less = [...HOTELS.slice(0, 16).map((each) => ({ ...each, stars: 4 })), QUILL, HOTELS[16]]
    await expect(registry.import(less, { full: true })).rejects.toMatchObject({
      code: 'excessive_loss',
      message: expect.stringContaining('3 of 20 active records of alpha would end'),
      details: {
        suppliers: [{ supplier: 'alpha', known: 20, ending: 3, isExcessive: true }],
        ending: 3,
        retiring: 3,
        allowLoss: 0.1,
      },
    })
    const after = await exportedLines(registry)
    expect(after.filter((line) => !before.includes(line))).toEqual([])
    expect(after).toHaveLength(before.length)
    expect((await registry.import(less, { full: true, allowLoss: 0.15 })).full).toMatchObject([{ deactivated: 3 }])
    await expect(registry.import(less.slice(1), { full: true, allowLoss: 0 })).rejects.toMatchObject({
      code: 'excessive_loss',
    })
  })

  test('asks whether a loss is right, with the records that would end', async () => {
    const { registry } = await openRegistry()
    await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL, { ...QUILL, code: 'Q2', supplier: 'beta' }])
    const asked: FeedLoss[] = []
    const listed: EndingRecord[] = []
    const onLoss = async (loss: FeedLoss): Promise<boolean> => {
      asked.push(loss)
      for await (const each of loss.records()) listed.push(each)
      return asked.length > 1
    }
    const { change } = await registry.stats()
    const options = { supplier: 'alpha', full: true, onLoss }
    await expect(registry.import([], options)).rejects.toMatchObject({ code: 'excessive_loss' })
    expect((await registry.stats()).change).toBe(change)
    const { name, code } = ZEPHYR
    const utpid = await utpidOf(registry, ZEPHYR)
    expect(listed).toContainEqual(
      expect.objectContaining({ supplier: 'alpha', code, name, utpid, reason: 'missing', isLast: false }),
    )
    expect(asked[0]).toMatchObject({ ending: 2, allowLoss: 0.1, suppliers: [{ supplier: 'alpha', known: 2 }] })
    expect((await registry.import([], options)).full).toMatchObject([{ missing: 2, deactivated: 2 }])
  })

  test('that is empty ends everything, so it is refused; without a supplier it concerns nothing', async () => {
    const { registry } = await openHotels()
    await expect(registry.import([], { supplier: 'alpha', full: true })).rejects.toMatchObject({
      details: { suppliers: [{ supplier: 'alpha', known: 20, ending: 20 }] },
    })
    expect((await registry.import([], { full: true })).full).toEqual([])
    expect((await registry.stats()).records.total).toBe(21)
  })

  test('is read twice, so a generator is refused', async () => {
    const world = await openHotels()
    async function* once(): AsyncGenerator<unknown> {
      yield* HOTELS
    }
    await expectRefused(world, (registry) => registry.import(once(), { full: true }), { code: 'validation_failed' })
    const passes: string[] = []
    const twice = (pass: string): AsyncIterable<unknown> => {
      passes.push(pass)
      return once()
    }
    expect(await world.registry.import(twice, { full: true })).toMatchObject({ unchanged: 20 })
    expect(passes).toEqual(['check', 'write'])
  })

  test('that is another one when it is written deactivates nothing', async () => {
    const { registry } = await openHotels()
    const changing = (pass: string): unknown[] => HOTELS.slice(0, pass === 'check' ? -1 : -2)
    await expect(registry.import(changing, { full: true })).rejects.toThrow('has changed during the import')
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
    const feed = [...HOTELS.slice(1), ZEPHYR_BY_BETA]
    await expect(registry.import(feed, { full: true })).rejects.toMatchObject({
      details: {
        suppliers: [
          { supplier: 'alpha', known: 20, ending: 1, isExcessive: false },
          { supplier: 'beta', known: 2, ending: 1, isExcessive: true },
        ],
      },
    })
    expect((await registry.import(feed, { full: true, allowLoss: 0.5 })).full).toMatchObject([
      { supplier: 'alpha', known: 20, missing: 1, deactivated: 1 },
      { supplier: 'beta', known: 2, missing: 1, deactivated: 1 },
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
    const only =
      (broken: ImportPass, source: () => AsyncGenerator<unknown>): RecordSource =>
      (pass) =>
        pass === broken ? source() : feed
    await expect(registry.import(only('check', broken), { full: true })).rejects.toThrow('The line went dead.')
    await expect(registry.import(only('write', broken), { full: true })).rejects.toThrow('The line went dead.')
    await expect(registry.import(only('write', stopped), { full: true, signal: stop.signal })).rejects.toMatchObject({
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
    async function* slow(pass: string): AsyncGenerator<unknown> {
      yield* HOTELS.slice(0, -3)
      if (pass === 'check') await other.upsert({ ...HOTELS[19], stars: 4 })
      else await other.upsert({ ...HOTELS[17], stars: 4 })
      if (pass === 'check') await other.upsert({ ...QUILL, supplier: 'alpha', code: 'H20' })
    }
    const { full } = await registry.import(slow, { full: true })
    expect(full).toMatchObject([{ known: 20, missing: 1, writtenMeanwhile: 3, deactivated: 1 }])
    expect(await registry.locate({ supplier: 'alpha', code: 'H18' })).toMatchObject({ status: 'retired' })
    for (const code of ['H17', 'H19', 'H20']) {
      expect(await registry.locate({ supplier: 'alpha', code })).toMatchObject({ status: 'active' })
    }
    await expectConsistent(storage)
  })

  test('keeps records that others write between the check and the transaction', async () => {
    const { registry, storage } = await openHotels()
    const { registry: other } = await openRegistry({ storage })
    // Reading the change feed is the last read before the transaction.
    const { changes } = storage.ledger
    let reads = 0
    storage.ledger.changes = async (after, limit) => {
      const page = await changes.call(storage.ledger, after, limit)
      // The first reading belongs to the check before the import.
      if (page.length === 0 && ++reads === 2) {
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
