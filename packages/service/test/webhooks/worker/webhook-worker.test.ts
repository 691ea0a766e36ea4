import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { expect, it, onTestFinished } from 'vitest'
import { DestinationGuard } from '../../../src/webhooks/destination/destination-guard.ts'
import { Webhooks } from '../../../src/webhooks/subscriptions/webhooks.ts'
import { WebhookWorker } from '../../../src/webhooks/worker/webhook-worker.ts'
import { ACTOR, urlOf, World } from '../support/world.ts'

/** Returns a transport, and a promise that resolves after this many arrivals. */
function arrivals(world: World, count: number): { transport: World['receive']; all: Promise<void> } {
  let isThere: () => void = () => undefined
  const all = new Promise<void>((resolve) => {
    isThere = resolve
  })
  const transport: World['receive'] = async (request) => {
    const answer = await world.receive(request)
    if (world.arrived.length >= count) isThere()
    return answer
  }
  return { transport, all }
}

it('creates deliveries for a real registry, and sends them as soon as it wakes up', async () => {
  const registry = await createRegistry({ storage: createMemoryStorage() })
  onTestFinished(() => registry.close())
  const world = new World()
  await world.addAccount()
  const first = { supplier: 's', code: '1', name: 'Hotel Adler', category: 'hotel', city: 'Berlin', country: 'DE' }
  const known = await registry.upsert(first)
  const knownUtpid = known.outcome === 'rejected' ? '' : (known.utpid ?? '')
  const context = { ...world.context, registry }
  const webhooks = new Webhooks(context, new DestinationGuard({ resolve: async () => ['93.184.215.14'] }))
  await webhooks.create('acme', { url: urlOf('a'), events: ['registry.product.*', 'batch.job.completed'] }, ACTOR)
  const { transport, all } = arrivals(world, 3)
  // The poll timer never fires.
  const worker = new WebhookWorker(context, { worker: 'one', transport, sleep: () => new Promise(() => undefined) })
  onTestFinished(() => worker.stop())
  worker.start()
  const outcome = await registry.upsert({ ...first, code: '2', name: 'Grand Central Tower', city: 'Hamburg' })
  const utpid = outcome.outcome === 'rejected' ? '' : (outcome.utpid ?? '')
  await registry.merge(knownUtpid, utpid, { actor: 'somebody' })
  worker.wake()
  await world.tellAccount()
  await all
  await worker.stop()
  expect(world.errors).toEqual([])
  const types = world.arrivedAt('a').map(({ type }) => type)
  expect(types).toContain('batch.job.completed')
  expect(types).toContain('registry.product.created')
  expect(world.arrivedAt('a').some(({ data }) => data.utpid === utpid)).toBe(true)
})
