import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newRowId } from '../../../src/store/row-id.ts'
import type { ServiceStore } from '../../../src/store/service-store.ts'
import type { WebhookSender } from '../../../src/webhooks/delivery/webhook-sender.ts'
import { accountEventWrite } from '../../../src/webhooks/events/account-event.ts'
import type { WebhookFeed } from '../../../src/webhooks/worker/webhook-feed.ts'
import { DyingStore } from '../support/dying-store.ts'
import { created } from '../support/fake-feed.ts'
import { HOUR, World } from '../support/world.ts'

const PATHS = ['all', 'merges', 'jobs'] as const
const SUBSCRIPTIONS: Readonly<Record<(typeof PATHS)[number], readonly string[]>> = {
  all: ['registry.product.*', 'batch.job.completed'],
  merges: ['registry.product.merged'],
  jobs: ['batch.job.completed', 'account.quota.reached'],
}
const WORKERS = 2
const LEASES_OVER_MS = 61_000

type Step =
  | { readonly kind: 'commit'; readonly products: number; readonly isMerge: boolean }
  | { readonly kind: 'job'; readonly calls: number; readonly isDone: boolean }
  | { readonly kind: 'feed' | 'send'; readonly worker: number }
  | { readonly kind: 'together' }
  | { readonly kind: 'start'; readonly worker: number; readonly calls: number; readonly isDone: boolean }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'answer'; readonly path: (typeof PATHS)[number]; readonly status: number }

const calls = fc.integer({ min: 1, max: 60 })
const worker = fc.integer({ min: 0, max: WORKERS - 1 })
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('commit' as const),
    products: fc.integer({ min: 1, max: 10 }),
    isMerge: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('job' as const), calls: fc.integer({ min: 1, max: 2 }), isDone: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('feed' as const, 'send' as const), worker }),
  fc.record({ kind: fc.constantFrom('feed' as const, 'send' as const), worker }),
  fc.record({ kind: fc.constant('together' as const) }),
  fc.record({ kind: fc.constant('start' as const), worker, calls, isDone: fc.boolean() }),
  fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.constantFrom(1, 5_000, 61_000, HOUR) }),
  fc.record({
    kind: fc.constant('answer' as const),
    path: fc.constantFrom(...PATHS),
    status: fc.constantFrom(200, 500, 503),
  }),
)

/** A process that creates and sends deliveries until it is killed. */
interface Process {
  readonly feed: WebhookFeed
  readonly sender: WebhookSender
}

it('sends every committed event at least once and nothing else, wherever its processes are killed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 40 }), async (history) => {
      const world = new World()
      await world.addAccount()
      world.feed.commit(created('before'))
      for (const path of PATHS) await world.addWebhook(path, SUBSCRIPTIONS[path])
      const begin = (name: string, store: ServiceStore): Process => ({
        feed: world.feedWorker(name, store, 3),
        sender: world.sender({ concurrency: 32, concurrencyPerWebhook: 8 }, store),
      })
      const processes = Array.from({ length: WORKERS }, (_, at) => begin(`worker ${at}`, world.store))
      const products: { name: string; isMerge: boolean }[] = []
      const jobs: string[] = []
      let count = 0

      for (const step of history) {
        if (step.kind === 'commit') {
          const events = Array.from({ length: step.products }, () => {
            const name = `product ${++count}`
            products.push({ name, isMerge: step.isMerge })
            return step.isMerge ? ({ type: 'product.merged', utpid: name, into: 'x' } as const) : created(name)
          })
          world.feed.commit(...events)
        } else if (step.kind === 'job') {
          const store = new DyingStore(world.store, step.calls, step.isDone)
          const jobId = `job ${++count}`
          const id = newRowId(world.context.clock, world.context.randomBytes)
          const event = {
            accountId: 'acme',
            type: 'batch.job.completed',
            createdAt: world.nowText(),
            data: { jobId },
          } as const
          await store.write([accountEventWrite(id, event)]).catch(() => undefined)
          if (!store.isDead || step.isDone) jobs.push(jobId)
        } else if (step.kind === 'start') {
          const store = new DyingStore(world.store, step.calls, step.isDone)
          processes[step.worker] = begin(`worker ${step.worker} ${++count}`, store)
        } else if (step.kind === 'together') {
          await Promise.all(
            processes.flatMap(({ feed, sender }) => [
              feed.round().catch(() => undefined),
              sender.round().catch(() => undefined),
            ]),
          )
          await Promise.all(processes.map(({ sender }) => sender.idle()))
        } else if (step.kind === 'wait') world.time.now += step.milliseconds
        else if (step.kind === 'answer') world.answer(step.path, { status: step.status })
        else {
          const { feed, sender } = processes[step.worker] as Process
          if (step.kind === 'feed') await feed.round().catch(() => undefined)
          else {
            await sender.round().catch(() => undefined)
            await sender.idle()
          }
        }
      }

      for (const path of PATHS) world.answer(path, { status: 200 })
      const last = begin('last', world.store)
      // Run long enough for leases to expire and for failed deliveries to be due several times.
      for (let round = 0; round < 6; round++) {
        await world.settle(last.feed, last.sender)
        world.time.now += round < 2 ? LEASES_OVER_MS : 24 * HOUR
      }

      const names = (path: string): string[] =>
        [...new Set(world.arrivedAt(path).map(({ data }) => String(data.utpid ?? data.jobId)))].sort()
      const merged = products.filter(({ isMerge }) => isMerge)
      expect(names('all')).toEqual([...products.map(({ name }) => name), ...jobs].sort())
      expect(names('merges')).toEqual(merged.map(({ name }) => name).sort())
      expect(names('jobs')).toEqual([...jobs].sort())
      for (const path of PATHS) {
        const bodies = world.arrivedAt(path)
        // An event has one delivery, so its id and sequence number are the same at every arrival.
        const byId = new Map(bodies.map(({ id, sequence }) => [id, sequence]))
        expect([...byId.values()].sort((a, b) => a - b)).toEqual(Array.from(byId.keys(), (_, at) => at + 1))
        expect(byId.size).toBe(names(path).length)
      }
      expect(await world.store.range('deliveries_due', { limit: 10 })).toEqual([])
      expect((await world.allDeliveries()).every(({ status }) => status === 'delivered')).toBe(true)
    }),
    runs(150),
  )
}, 120_000)
