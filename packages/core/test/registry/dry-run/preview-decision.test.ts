import type { Registry, Storage } from '@utpid/core'
import { describe, expect, test } from 'vitest'
import { ACTOR, codesOf, expectRefused, TWIN_A, TWIN_B, utpidOf } from '../../support/decided.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

const DRY = { ...ACTOR, dryRun: true } as const

async function opened(...more: readonly unknown[]) {
  const { registry, storage } = await openRegistry()
  await registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL, ...more])
  return { registry, storage, zephyr: await utpidOf(registry, ZEPHYR), quill: await utpidOf(registry, QUILL) }
}

/** Fails if a call changes the change number. */
async function writesNothing<T>({ ledger }: Storage, call: () => Promise<T>): Promise<T> {
  const { change } = await ledger.head()
  const answer = await call()
  expect((await ledger.head()).change).toBe(change)
  return answer
}

/** Returns the codes of each product of a preview. */
function codesIn({ products = [] }: Awaited<ReturnType<Registry['merge']>>): string[][] {
  return products.map(({ records }) => records.map(({ supplier, code }) => `${supplier}:${code}`).sort())
}

describe('a dry run of a decision', () => {
  test('shows the merged product, and writes nothing', async () => {
    const { registry, storage, zephyr, quill } = await opened()
    const preview = await writesNothing(storage, () => registry.merge(zephyr, quill, DRY))
    const { change } = await storage.ledger.head()
    expect(preview).toMatchObject({
      change,
      changed: true,
      utpids: [zephyr],
      inactive: [{ utpid: quill, into: zephyr }],
    })
    expect(codesIn(preview)).toEqual([['alpha:A1', 'alpha:A2', 'beta:B1']])
    expect(await codesOf(registry, quill)).toEqual(['alpha:A2'])
    const { products: _, change: __, ...effect } = preview
    expect(await registry.merge(zephyr, quill, ACTOR)).toMatchObject(effect)
  })

  test('shows both parts of a split, the new one without a UTPID', async () => {
    const { registry, storage, zephyr } = await opened()
    const preview = await writesNothing(storage, () => registry.split(zephyr, [{ supplier: 'beta', code: 'B1' }], DRY))
    expect(preview.utpids).toEqual([zephyr])
    expect(preview.products?.map(({ utpid }) => utpid)).toEqual([zephyr, null])
    expect(codesIn(preview)).toEqual([['alpha:A1'], ['beta:B1']])
  })

  test('shows that a deletion leaves no product, and what an undo returns', async () => {
    const { registry, storage, zephyr } = await opened()
    const gone = await writesNothing(storage, () => registry.delete(zephyr, DRY))
    expect([gone.products, gone.inactive]).toEqual([[], [{ utpid: zephyr, into: null }]])
    const { change } = await registry.delete(zephyr, ACTOR)
    const back = await writesNothing(storage, () => registry.undo(change, DRY))
    expect(back.utpids).toEqual([zephyr])
    expect(codesIn(back)).toEqual([['alpha:A1', 'beta:B1']])
  })

  test('shows the pinned name', async () => {
    const { registry, storage, zephyr } = await opened()
    const preview = await writesNothing(storage, () => registry.pin(zephyr, { name: 'Zephyr' }, DRY))
    expect(preview.products).toMatchObject([{ utpid: zephyr, name: 'Zephyr' }])
    await registry.pin(zephyr, { name: 'Zephyr' }, ACTOR)
    const freed = await writesNothing(storage, () => registry.unpin(zephyr, undefined, DRY))
    expect(freed.products?.[0]?.name).not.toBe('Zephyr')
  })

  test('decides no alert, and withdraws no verification', async () => {
    const { registry, storage, zephyr } = await opened(TWIN_A, TWIN_B)
    const [alert] = (await registry.alerts()).alerts
    const id = alert?.alertId ?? ''
    const preview = await writesNothing(storage, () => registry.resolve(id, { ...DRY, resolution: 'merge' }))
    expect(preview.inactive).toHaveLength(1)
    await registry.resolve(id, { ...ACTOR, resolution: 'dismiss' })
    await writesNothing(storage, () => registry.reopen(id, DRY))
    expect((await registry.alert(id))?.status).toBe('dismissed')
    await registry.verify(zephyr, ACTOR)
    const withdrawn = await writesNothing(storage, () => registry.unverify(zephyr, DRY))
    expect(withdrawn.verified).toBe(false)
    expect((await registry.get(zephyr))?.verified).toBe(true)
  })

  test('fails as the decision would', async () => {
    const { registry, storage, zephyr, quill } = await opened()
    await registry.dismiss(zephyr, quill, ACTOR)
    await expectRefused({ registry, storage }, () => registry.merge(zephyr, quill, DRY), { code: 'judgement_conflict' })
    await expectRefused({ registry, storage }, () => registry.merge(zephyr, quill, { ...ACTOR, dryRun: 1 as never }), {
      code: 'validation_failed',
    })
    await expectRefused({ registry, storage }, () => registry.undo(1, DRY), { code: 'validation_failed' })
    const repeated = await writesNothing(storage, () => registry.dismiss(zephyr, quill, DRY))
    expect(repeated.changed).toBe(false)
  })

  test('does not use up an idempotency key', async () => {
    const { registry, zephyr, quill } = await opened()
    await registry.merge(zephyr, quill, { ...DRY, idempotencyKey: 'once' })
    expect(await registry.merge(zephyr, quill, { ...ACTOR, idempotencyKey: 'once' })).toMatchObject({ changed: true })
    expect((await registry.locate({ utpid: quill }))?.utpid).toBe(zephyr)
  })
})
