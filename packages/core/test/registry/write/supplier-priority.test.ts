import { expect, test } from 'vitest'
import { ACTOR, eventsAfter, utpidOf } from '../../support/decided.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

test('a supplier has a displayed name', async () => {
  const { registry } = await openRegistry()
  for (const name of ['a\u0000b', '\u001b[31mAlpha', 'a\ud800'])
    await expect(registry.setSupplier({ id: 'alpha', name })).rejects.toMatchObject({ code: 'validation_failed' })
  expect(await registry.setSupplier({ id: 'alpha', name: ' Zoë 🏨\n' })).toMatchObject({ name: 'Zoë 🏨' })
})

test('products of the supplier follow its priority, with events', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import([ZEPHYR, { ...ZEPHYR_BY_BETA, stars: 5 }])
  const utpid = await utpidOf(registry, ZEPHYR)
  for (const [id, priority, stars] of [
    ['beta', 5, 5],
    ['alpha', 9, 4],
  ] as const) {
    const { change } = await registry.stats()
    expect(await registry.setSupplier({ id, priority })).toMatchObject({ id, priority })
    expect(await registry.get(utpid)).toMatchObject({ stars, provenance: { stars: { supplier: id } } })
    expect(await eventsAfter(registry, change)).toContainEqual(
      expect.objectContaining({ type: 'product.updated', utpid }),
    )
  }
  for (const supplier of await registry.suppliers()) expect(supplier).not.toHaveProperty('following')
  await expectConsistent(storage)
})

test('a pin has precedence over every priority', async () => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR, { ...ZEPHYR_BY_BETA, stars: 5 }])
  const utpid = await utpidOf(registry, ZEPHYR)
  await registry.pin(utpid, { stars: 3 }, ACTOR)
  await registry.setSupplier({ id: 'beta', priority: 1_000 })
  expect(await registry.get(utpid)).toMatchObject({ stars: 3 })
})

test('a supplier is found by its new name', async () => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR])
  await registry.setSupplier({ id: 'alpha', name: 'Corvina Beds' })
  expect((await registry.search('Corvina')).products.map(({ utpid }) => utpid)).toEqual([
    await utpidOf(registry, ZEPHYR),
  ])
  expect((await registry.get(await utpidOf(registry, ZEPHYR)))?.suppliers).toEqual([
    { id: 'alpha', name: 'Corvina Beds' },
  ])
})

test('an interrupted update continues when called again', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import([ZEPHYR, { ...ZEPHYR_BY_BETA, stars: 5 }])
  const utpid = await utpidOf(registry, ZEPHYR)
  let looks = 0
  // The first check lets the call start. The second check stops it after it has written the priority.
  const signal = {
    get aborted(): boolean {
      return looks++ > 0
    },
  } as AbortSignal
  await expect(registry.setSupplier({ id: 'beta', priority: 5 }, { signal })).rejects.toMatchObject({ code: 'aborted' })
  await registry.setSupplier({ id: 'beta', priority: 5 })
  expect(await registry.get(utpid)).toMatchObject({ stars: 5 })
  expect((await registry.suppliers()).find(({ id }) => id === 'beta')).not.toHaveProperty('following')
  await expectConsistent(storage)
})

test('licence and attribution of a supplier are stored, kept and removed without touching its products', async () => {
  const { registry } = await openRegistry()
  await registry.import([ZEPHYR])
  const licensed = { licence: 'ODbL 1.0', attribution: '© Alpha\nall rights reserved' }
  expect(await registry.setSupplier({ id: 'alpha', ...licensed })).toMatchObject(licensed)
  const { change } = await registry.stats()
  expect(await registry.setSupplier({ id: 'alpha', licence: ' CC0 ' })).toMatchObject({ ...licensed, licence: 'CC0' })
  expect(await eventsAfter(registry, change)).not.toContainEqual(expect.objectContaining({ type: 'product.updated' }))
  const [supplier] = await registry.suppliers()
  expect(supplier).toMatchObject({ id: 'alpha', licence: 'CC0', attribution: licensed.attribution })
  const bare = await registry.setSupplier({ id: 'alpha', licence: null, attribution: null })
  expect(Object.keys(bare)).not.toContain('licence')
  expect(Object.keys(bare)).not.toContain('attribution')
})

test.each([
  ['licence', ''],
  ['licence', 'x'.repeat(201)],
  ['licence', 7],
  ['attribution', '\u001b[31m'],
  ['attribution', 'x'.repeat(2_001)],
])('a supplier with the %s %j is refused', async (field, value) => {
  const { registry } = await openRegistry()
  await expect(registry.setSupplier({ id: 'alpha', [field]: value })).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining(field),
  })
})
