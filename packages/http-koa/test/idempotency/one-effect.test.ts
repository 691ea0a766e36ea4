import { expect, it } from 'vitest'
import { checkOneEffect, openWorld } from './one-effect.ts'

it('a request with an Idempotency-Key has one effect, whenever a process dies', () => checkOneEffect(100))

it('fifty identical concurrent requests have one effect and one response', async () => {
  const world = await openWorld()
  const { key } = await world.newKey(['*'], 'enterprise')
  await world.registry.upsert({ supplier: 'expo', code: '1', name: 'Pension Spree' })
  const known = await world.registry.locate({ supplier: 'expo', code: '1' })
  const asked = { method: 'PATCH', path: `/registry/product/${known?.utpid}`, body: { fields: { name: 'Spree' } } }
  const { change } = await world.registry.stats()
  const twins = await Promise.all(Array.from({ length: 50 }, () => world.send(asked, { key, idempotencyKey: 'fifty' })))
  const statuses = twins.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
  const answers = await Promise.all(twins.filter(({ status }) => status === 200).map((twin) => twin.text()))
  expect(new Set(answers).size).toBe(1)
  expect((await world.registry.stats()).change).toBe(change + 1)
})
