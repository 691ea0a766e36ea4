import { expect, test } from 'vitest'
import { TWIN_A, TWIN_B, utpidOf, utpidOf } from '../registry/support/decided.ts'
import { openRegistry } from '../registry/support/open-registry.ts'

test('a product that a neighbour left as it was still follows its supplier, its records and its pins', async () => {
  const { registry } = await openRegistry()
  await registry.import([TWIN_A, TWIN_B])
  const utpid = await utpidOf(registry, TWIN_A)
  const settle = async (): Promise<void> => {
    for (const rooms of [10, 20, 30]) await registry.upsert({ ...TWIN_B, rooms })
  }
  const isFoundBy = async (text: string): Promise<boolean> =>
    (await registry.search(text)).products.some((found) => found.utpid === utpid)
  expect((await registry.alerts()).alerts).toHaveLength(1)

  await settle()
  await registry.setSupplier({ id: 'alpha', name: 'Crimson Voyages' })
  expect(await isFoundBy('crimson zephyr')).toBe(true)

  await settle()
  await registry.upsert({ ...TWIN_A, supplier: 'beta', code: 'B1', stars: 5 })
  expect(await utpidOf(registry, { supplier: 'beta', code: 'B1' })).toBe(utpid)
  await settle()
  await registry.setSupplier({ id: 'beta', priority: 9 })
  expect(await registry.get(utpid)).toMatchObject({ stars: 5 })

  await settle()
  await registry.pin(utpid, { stars: 2 }, { by: 'anna' })
  await settle()
  expect(await registry.get(utpid)).toMatchObject({ stars: 2 })
})
