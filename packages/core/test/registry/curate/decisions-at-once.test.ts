import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, RegistryError, Storage } from '@utpid/core'
import type { Ledger } from '@utpid/core/storage'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ACTOR, TWIN_A, TWIN_B, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { overlaidStorage } from '../../support/overlaid-storage.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

interface Writers {
  readonly storage: Storage
  readonly one: Registry
  readonly other: Registry
}

async function openWriters(records: readonly unknown[]): Promise<Writers> {
  const storage = createMemoryStorage()
  let drawn = 0
  const random = (): number => ++drawn * 7_919
  const [one, other] = [await openRegistry({ storage, random }), await openRegistry({ storage, random })]
  await one.registry.import(records)
  return { storage, one: one.registry, other: other.registry }
}

/** Returns the error codes of rejected calls. Fails if a call fails in any other way. */
async function refusals(...calls: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls)
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return []
    expect(outcome.reason).toMatchObject({ name: 'RegistryError' })
    return [(outcome.reason as RegistryError).code]
  })
}

/** Fails if a pair of products has both a judgement of same and one of different. */
async function expectNoContradiction(storage: Storage): Promise<void> {
  const { judgements, records } = await expectConsistent(storage)
  const productOf = new Map(records.map(({ row, link }) => [row.id, link?.productId]))
  for (const { a, b, verdict } of judgements) expect(productOf.get(a) === productOf.get(b)).toBe(verdict === 'same')
}

describe('two registries decide concurrently', () => {
  test('a merge and a dismissal of the same pair: one wins, the other gets an error', async () => {
    const { storage, one, other } = await openWriters([TWIN_A, TWIN_B])
    const [a, b] = [await utpidOf(one, TWIN_A), await utpidOf(one, TWIN_B)]
    const codes = await refusals(one.merge(a, b, ACTOR), other.dismiss(a, b, { actor: 'ben' }))
    expect(codes).toHaveLength(1)
    expect(['judgement_conflict', 'validation_failed']).toContain(codes[0])
    expect((await storage.ledger.scanDecisions(0, 10)).length).toBe(1)
    await expectNoContradiction(storage)
  })

  test('the same merge twice is applied once', async () => {
    const { storage, one, other } = await openWriters([TWIN_A, TWIN_B])
    const [a, b] = [await utpidOf(one, TWIN_A), await utpidOf(one, TWIN_B)]
    const reports = await Promise.all([one.merge(a, b, ACTOR), other.merge(b, a, ACTOR)])
    expect(reports.map(({ changed }) => changed).sort()).toEqual([false, true])
    await expectNoContradiction(storage)
  })

  test('a merge during upserts of both products loses nothing', async () => {
    const { storage, one, other } = await openWriters([ZEPHYR, QUILL])
    const [zephyr, quill] = [await utpidOf(one, ZEPHYR), await utpidOf(one, QUILL)]
    const codes = await refusals(
      one.merge(zephyr, quill, ACTOR),
      other.upsert(ZEPHYR_BY_BETA),
      other.upsert({ ...QUILL, supplier: 'beta', code: 'B2' }),
      other.upsert({ ...QUILL, stars: 5 }),
    )
    expect(codes).toEqual([])
    const product = await one.get(zephyr)
    expect(product?.records.map(({ record }) => `${record.supplier}:${record.code}`).sort()).toEqual([
      'alpha:A1',
      'alpha:A2',
      'beta:B1',
      'beta:B2',
    ])
    expect((await one.stats()).products.total).toBe(1)
    await expectNoContradiction(storage)
  })

  test('an undo against another merge of the same product', async () => {
    const third = { ...QUILL, code: 'A3', name: 'Oriel Solace', location: { city: 'Oslo' } }
    const { storage, one, other } = await openWriters([ZEPHYR, QUILL, third])
    const [zephyr, quill, oriel] = [await utpidOf(one, ZEPHYR), await utpidOf(one, QUILL), await utpidOf(one, third)]
    const { change } = await one.merge(zephyr, quill, ACTOR)
    expect(await refusals(one.undo(change, ACTOR), other.merge(zephyr, oriel, ACTOR))).toEqual([])
    expect(await utpidOf(one, third)).toBe(await utpidOf(one, ZEPHYR))
    expect(await utpidOf(one, QUILL)).toBe(quill)
    await expectNoContradiction(storage)
  })

  test('two undos of one decision: it is undone once', async () => {
    for (const decide of [
      (registry: Registry, a: string, b: string) => registry.merge(a, b, ACTOR),
      (registry: Registry, a: string, b: string) => registry.dismiss(a, b, ACTOR),
      (registry: Registry, a: string) => registry.delete(a, ACTOR),
      (registry: Registry, a: string) => registry.pin(a, { stars: 1 }, ACTOR),
    ]) {
      const { storage, one, other } = await openWriters([ZEPHYR, QUILL])
      const { change } = await decide(one, await utpidOf(one, ZEPHYR), await utpidOf(one, QUILL))
      expect(await refusals(one.undo(change, ACTOR), other.undo(change, ACTOR))).toEqual(['already_undone'])
      await expectNoContradiction(storage)
    }
  })

  test('two undos of a decision about vanished products: it is undone once', async () => {
    for (const again of [false, true]) {
      const { storage, one, other } = await openWriters([ZEPHYR, QUILL])
      let { change } = await one.pin(await utpidOf(one, ZEPHYR), { stars: 1 }, ACTOR)
      if (again) change = (await one.undo(change, ACTOR)).change
      await one.deactivateSupplier('alpha')
      expect(await refusals(one.undo(change, ACTOR), other.undo(change, ACTOR))).toEqual(['already_undone'])
      const undos = (await storage.ledger.scanDecisions(0, 10)).filter(({ undoes }) => undoes === change)
      expect(undos).toHaveLength(1)
      await expectNoContradiction(storage)
    }
  })

  test('one alias for two products: the second gets the error of a later call', async () => {
    const { storage, one, other } = await openWriters([ZEPHYR, QUILL])
    const [zephyr, quill] = [await utpidOf(one, ZEPHYR), await utpidOf(one, QUILL)]
    const outcomes = await Promise.allSettled([
      one.addAliases([{ alias: 'OLD-1', utpid: zephyr }]),
      other.addAliases([{ alias: 'OLD-1', utpid: quill }]),
    ])
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    const winner = (await one.locate({ utpid: 'OLD-1' }))?.utpid
    expect(lost).toMatchObject([
      { code: 'validation_failed', message: `The alias "OLD-1" already belongs to ${winner} and cannot be changed.` },
    ])
    const lineage = await Promise.all([zephyr, quill].map((utpid) => one.lineage(utpid)))
    expect(lineage.flatMap((each) => each?.aliases ?? [])).toEqual([{ alias: 'OLD-1', utpid: winner }])
    await expectNoContradiction(storage)
  })

  test('a deletion and an upsert of its code: the code is suppressed, or was written first', async () => {
    const { storage, one, other } = await openWriters([ZEPHYR])
    const utpid = await utpidOf(one, ZEPHYR)
    expect(await refusals(one.delete(utpid, ACTOR), other.upsert({ ...ZEPHYR, stars: 5 }))).toEqual([])
    expect(await one.locate({ utpid })).toMatchObject({ status: 'deleted' })
    expect(await one.locate(ZEPHYR)).toMatchObject({ status: 'deleted' })
    await expectNoContradiction(storage)
  })

  test('a verification and a drift: the verified content is current, or it is reopened', async () => {
    const { storage, one, other } = await openWriters([ZEPHYR])
    const utpid = await utpidOf(one, ZEPHYR)
    expect(await refusals(one.verify(utpid, ACTOR), other.upsert({ ...ZEPHYR, name: 'Oriel Solace' }))).toEqual([])
    const last = (await one.history(utpid)).filter(({ type }) => type === 'verification').at(-1)
    expect((await one.get(utpid))?.verified).toBe(last !== undefined && 'verified' in last && last.verified)
    await expectNoContradiction(storage)
  })
})

describe('one registry decides about many products concurrently', () => {
  const HOTELS = Array.from({ length: 12 }, (_, at) => ({
    ...QUILL,
    code: `M${at}`,
    name: `${['Oriel', 'Tamarind', 'Basalt', 'Lantern'][at % 4]} ${['Gate', 'Mill', 'Quay'][at % 3]} House ${at}`,
    location: { city: ['Oslo', 'Lima', 'Perth'][at % 3] },
  }))

  test('decisions about different products reach the ledger together', async () => {
    const storage = createMemoryStorage()
    const waiting: (() => void)[] = []
    let isHeld = false
    const commit: Ledger['commit'] = async (asked) => {
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
      return await storage.ledger.commit(asked)
    }
    const held = overlaidStorage(storage, { commit })
    const { registry } = await openRegistry({ storage: held })
    await registry.import(HOTELS)
    const utpids = await Promise.all(HOTELS.map((hotel) => utpidOf(registry, hotel)))
    isHeld = true
    const verified = Promise.all(utpids.map((utpid) => registry.verify(utpid, ACTOR)))
    // If the decisions ran one after the other, the second would never arrive.
    while (waiting.length < utpids.length) await new Promise((resolve) => void setImmediate(resolve))
    for (const goOn of waiting) goOn()
    const changes = (await verified).map(({ change }) => change)
    expect(changes).toEqual(utpids.map((_, at) => (changes[0] as number) + at))
    await expectNoContradiction(storage)
  })

  test('any concurrent decisions leave the registry consistent, without conflict errors', async () => {
    const decision = fc.record({
      kind: fc.constantFrom('verify', 'unverify', 'pin', 'unpin', 'merge', 'dismiss', 'delete', 'upsert', 'undo'),
      product: fc.nat(3),
      other: fc.nat(3),
      idempotencyKey: fc.option(fc.nat(3)),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(decision, { minLength: 2, maxLength: 16 }), async (decisions) => {
        const { storage, one } = await openWriters(HOTELS.slice(0, 4))
        const utpids = await Promise.all(HOTELS.slice(0, 4).map((hotel) => utpidOf(one, hotel)))
        const base = (await storage.ledger.head()).change
        const outcomes = await Promise.allSettled(
          decisions.map(({ kind, product, other, idempotencyKey }, at) => {
            const [utpid, second] = [utpids[product] as string, utpids[other] as string]
            const options = {
              ...ACTOR,
              ...(idempotencyKey === null ? {} : { idempotencyKey: `${kind} ${product} ${other} ${idempotencyKey}` }),
            }
            switch (kind) {
              case 'merge':
              case 'dismiss':
                return one[kind](utpid, second, options)
              case 'pin':
                return one.pin(utpid, { stars: (at % 5) + 1 }, options)
              case 'unpin':
                return one.unpin(utpid, ['stars'], options)
              case 'upsert':
                return one.upsert({ ...HOTELS[product], stars: (at % 5) + 1 })
              case 'undo':
                return one.undo(base + 1, options)
              default:
                return one[kind as 'verify' | 'unverify' | 'delete'](utpid, options)
            }
          }),
        )
        for (const outcome of outcomes) {
          // Each error is about a product, and never about a conflict with a concurrent call.
          if (outcome.status === 'rejected') expect(REFUSALS).toContain((outcome.reason as RegistryError).code)
        }
        const { change } = await storage.ledger.head()
        const feed = await storage.ledger.changes(base, 1_000)
        expect(feed.map((each) => each.change)).toEqual(Array.from({ length: change - base }, (_, at) => base + at + 1))
        await expectNoContradiction(storage)
      }),
      runs(60),
    )
  })

  test('decisions about one product keep their order', async () => {
    const { one } = await openWriters([ZEPHYR, QUILL])
    const [zephyr, quill] = [await utpidOf(one, ZEPHYR), await utpidOf(one, QUILL)]
    const stars = [1, 2, 3, 4, 5, 4, 3, 2, 1, 2]
    const pins = stars.flatMap((value) => [
      one.pin(zephyr, { stars: value }, ACTOR),
      one.verify(zephyr, ACTOR),
      one.pin(quill, { stars: 6 - value }, ACTOR),
      one.unverify(zephyr, ACTOR),
    ])
    await Promise.all(pins)
    expect((await one.get(zephyr))?.stars).toBe(stars.at(-1))
    expect((await one.get(quill))?.stars).toBe(6 - (stars.at(-1) as number))
    expect((await one.get(zephyr))?.verified).toBe(false)
  })
})

const REFUSALS = [
  'validation_failed',
  'judgement_conflict',
  'product_deleted',
  'product_not_found',
  'product_retired',
  'already_undone',
  'not_found',
]

test('edges are read again only if a transaction was written during the read', async () => {
  const readsOf = async (interferes: boolean): Promise<number> => {
    const { storage, other } = await openWriters([TWIN_A, QUILL])
    const [utpid, elsewhere] = [await utpidOf(other, TWIN_A), await utpidOf(other, QUILL)]
    let [reads, isWritten] = [0, !interferes]
    const overlaid = overlaidStorage(storage, {
      edges: (ids) => {
        reads++
        return storage.ledger.edges(ids)
      },
      // The checks read records before the transaction reads edges.
      getRecords: async (ids) => {
        if (!isWritten) {
          isWritten = true
          await other.verify(elsewhere, ACTOR)
        }
        return await storage.ledger.getRecords(ids)
      },
    })
    const { registry } = await openRegistry({ storage: overlaid })
    reads = 0
    await registry.verify(utpid, ACTOR)
    await expectConsistent(storage)
    return reads
  }
  const quiet = await readsOf(false)
  expect(quiet).toBeGreaterThan(0)
  expect(await readsOf(true)).toBe(quiet)
})
