import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry } from '@utpid/core'
import type { DecisionReport } from '@utpid/core/operations'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ACTOR, codesOf, expectRefused, TWIN_A, TWIN_B, utpidOf } from '../../support/decided.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

interface Products {
  readonly zephyr: string
  readonly quill: string
  readonly twins: readonly [string, string]
}

type Options = { readonly actor: string; readonly idempotencyKey: string }

/** Decisions of every kind. Without an idempotency key, a repeated decision would fail or have another effect. */
const DECISIONS: Readonly<
  Record<string, (registry: Registry, products: Products, options: Options) => Promise<unknown>>
> = {
  merge: (registry, { zephyr, quill }, options) => registry.merge(zephyr, quill, options),
  dismiss: (registry, { twins: [a, b] }, options) => registry.dismiss(a, b, options),
  split: (registry, { zephyr }, options) => registry.split(zephyr, [ZEPHYR_BY_BETA], options),
  delete: (registry, { quill }, options) => registry.delete(quill, options),
  pin: (registry, { zephyr }, options) => registry.pin(zephyr, { stars: 5 }, options),
  'pin and free': (registry, { quill }, options) => registry.pin(quill, { stars: 5 }, { ...options, unpin: ['name'] }),
  unpin: (registry, { quill }, options) => registry.unpin(quill, undefined, options),
  undo: async (registry, { quill }, options) => {
    const pinned = (await registry.history(quill)).find((entry) => entry.type === 'decision')
    return registry.undo(pinned?.change as number, options)
  },
  resolve: async (registry, { twins: [a] }, options) => {
    const { alerts } = await registry.duplicates(a, { status: 'all' })
    return registry.resolve(alerts[0]?.alertId as string, { ...options, resolution: 'merge' })
  },
}

async function openProducts(): Promise<{ registry: Registry; products: Products }> {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL, TWIN_A, TWIN_B])
  const [zephyr, quill] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
  await registry.pin(quill, { name: 'Quill', rooms: 20 }, ACTOR)
  const twins = [await utpidOf(registry, TWIN_A), await utpidOf(registry, TWIN_B)] as const
  return { registry, products: { zephyr, quill, twins } }
}

describe('a decision with an idempotency key', () => {
  test.each(Object.keys(DECISIONS))('%s is applied once, with equal results', async (kind) => {
    const { registry, products } = await openProducts()
    const decide = DECISIONS[kind] as (typeof DECISIONS)[string]
    const options = { ...ACTOR, idempotencyKey: `once: ${kind}` }
    const first = await decide(registry, products, options)
    const { change } = await registry.stats()
    expect(await decide(registry, products, options)).toEqual(first)
    expect((await registry.stats()).change).toBe(change)
    // The result is the same after later decisions of others.
    await registry.pin(products.zephyr, { rooms: 7 }, ACTOR)
    await registry.undo((first as DecisionReport).change, ACTOR).catch(() => undefined)
    const { change: later } = await registry.stats()
    expect(await decide(registry, products, options)).toEqual(first)
    expect((await registry.stats()).change).toBe(later)
  })

  test('verify is applied once, and returns the current state of the product', async () => {
    const { registry, products } = await openProducts()
    const options = { ...ACTOR, idempotencyKey: 'verified' }
    const { change } = await registry.verify(products.zephyr, options)
    await registry.unverify(products.zephyr, ACTOR)
    expect(await registry.verify(products.zephyr, options)).toMatchObject({ verified: false, change })
  })

  test('reopen is applied once', async () => {
    const { registry, products } = await openProducts()
    await registry.dismiss(...products.twins, ACTOR)
    const { alerts } = await registry.duplicates(products.twins[0], { status: 'dismissed' })
    const alertId = alerts[0]?.alertId as string
    const first = await registry.reopen(alertId, { ...ACTOR, idempotencyKey: 'reopened' })
    expect(await registry.reopen(alertId, { ...ACTOR, idempotencyKey: 'reopened' })).toEqual(first)
  })

  test('is applied once if repeated concurrently, through two registries', async () => {
    const storage = createMemoryStorage()
    const [one, other] = [await openRegistry({ storage }), await openRegistry({ storage })]
    await one.registry.import([TWIN_A, TWIN_B])
    const [a, b] = [await utpidOf(one.registry, TWIN_A), await utpidOf(one.registry, TWIN_B)]
    const options = { ...ACTOR, idempotencyKey: 'twins' }
    const reports = await Promise.all(
      Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? one : other).registry.merge(a, b, options)),
    )
    expect(new Set(reports.map((report) => JSON.stringify(report))).size).toBe(1)
    expect(await storage.ledger.scanDecisions(0, 10)).toHaveLength(1)
  })

  test('must not reuse the key of another write', async () => {
    const world = await openRegistry()
    await world.registry.upsert(ZEPHYR, { idempotencyKey: 'taken' })
    const utpid = await utpidOf(world.registry, ZEPHYR)
    await expectRefused(world, (registry) => registry.pin(utpid, { stars: 5 }, { ...ACTOR, idempotencyKey: 'taken' }), {
      code: 'validation_failed',
    })
  })
})

describe('a decision with an expected revision', () => {
  test('is applied at that revision only', async () => {
    const world = await openRegistry()
    await world.registry.import([ZEPHYR, QUILL])
    const [utpid, quill] = [await utpidOf(world.registry, ZEPHYR), await utpidOf(world.registry, QUILL)]
    const { revision } = (await world.registry.get(utpid)) as { revision: number }
    const expected = { ...ACTOR, preconditions: [{ utpid: utpid.toLowerCase(), revision }] }
    await world.registry.pin(utpid, { stars: 5 }, expected)
    const refusal = { code: 'precondition_failed' }
    await expectRefused(world, (registry) => registry.pin(utpid, { stars: 1 }, expected), refusal)
    await expectRefused(world, (registry) => registry.unpin(utpid, undefined, expected), refusal)
    await expectRefused(world, (registry) => registry.delete(utpid, expected), refusal)
    await expectRefused(world, (registry) => registry.verify(utpid, expected), refusal)
    await expectRefused(world, (registry) => registry.verify(utpid, { ...expected, dryRun: true }), refusal)
    await expectRefused(world, (registry) => registry.unverify(utpid, expected), refusal)
    const other = (await world.registry.get(utpid)) as { revision: number }
    await expectRefused(
      world,
      (registry) => registry.delete(utpid, { ...ACTOR, preconditions: [{ utpid: quill, revision: other.revision }] }),
      refusal,
    )
  })

  test('only one of many concurrent decisions through two registries is applied', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 2, maxLength: 8 }), async (through) => {
        const storage = createMemoryStorage()
        const [one, other] = [await openRegistry({ storage }), await openRegistry({ storage })]
        await one.registry.import([ZEPHYR])
        const utpid = await utpidOf(one.registry, ZEPHYR)
        const { revision } = (await one.registry.get(utpid)) as { revision: number }
        const outcomes = await Promise.allSettled(
          through.map((isOne, at) =>
            (isOne ? one : other).registry.pin(
              utpid,
              { rooms: at + 1 },
              { ...ACTOR, preconditions: [{ utpid, revision }] },
            ),
          ),
        )
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'precondition_failed' })
        }
      }),
      runs(20),
    )
  })
})

test('two registries that pin different fields at once keep both pins', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 20 }), async (turns) => {
      const storage = createMemoryStorage()
      const [one, other] = [await openRegistry({ storage }), await openRegistry({ storage })]
      await one.registry.import([ZEPHYR])
      const utpid = await utpidOf(one.registry, ZEPHYR)
      const late = async (): Promise<unknown> => {
        for (let turn = 0; turn < turns; turn++) await Promise.resolve()
        return other.registry.pin(utpid, { rooms: 9 }, ACTOR)
      }
      await Promise.all([one.registry.pin(utpid, { stars: 2 }, ACTOR), late()])
      expect((await one.registry.get(utpid))?.pins).toMatchObject({ stars: { value: 2 }, rooms: { value: 9 } })
      expect(await codesOf(one.registry, utpid)).toHaveLength(1)
    }),
    runs(21),
  )
})
