import { expect, test } from 'vitest'
import { type Client, type ClientOptions, UtpidError } from '../src/index.ts'
import { type Fate, type FlakyProxy, flakyProxy } from './support/flaky-proxy.ts'
import { hotels, type ServedRegistry, servedRegistry } from './support/served-registry.ts'

interface Flaky extends ServedRegistry {
  readonly flaky: Client
  readonly proxy: FlakyProxy
  /** How long it waited, each time. */
  readonly waits: readonly number[]
}

async function behind(fates: readonly Fate[], options: Partial<ClientOptions> = {}): Promise<Flaky> {
  const served = await servedRegistry()
  const proxy = await flakyProxy(served.address, fates)
  const waits: number[] = []
  const sleep = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
  const flaky = served.clientWith({ baseUrl: proxy.address, sleep, random: () => 0, ...options })
  return { ...served, flaky, proxy, waits }
}

const busy = (seconds: string, status = 503): Fate => ({ status, headers: { 'retry-after': seconds } })

test('what is refused for now is asked for again, as late as the service says', async () => {
  const { flaky, proxy, waits } = await behind([busy('7'), busy('2', 429)])
  expect(await flaky.stats()).toMatchObject({ products: { total: 5 } })
  expect(proxy.seen).toHaveLength(3)
  expect(waits).toEqual([7_000, 2_000])
})

test('without a time it waits ever longer, with jitter', async () => {
  const fates: Fate[] = Array.from({ length: 4 }, () => ({ status: 503 }))
  const least = await behind(fates)
  await least.flaky.stats()
  expect(least.waits).toEqual([125, 250, 500, 1_000])
  const most = await behind(fates, { random: () => 1 })
  await most.flaky.stats()
  expect(most.waits).toEqual([250, 500, 1_000, 2_000])
})

test('a date says when, too', async () => {
  const date = new Date(Date.now() + 20_000).toUTCString()
  const { flaky, waits } = await behind([busy(date)])
  await flaky.stats()
  expect(waits).toHaveLength(1)
  expect(waits[0]).toBeGreaterThan(10_000)
})

test('more patience than it has is left to the caller', async () => {
  const { flaky, proxy } = await behind([busy('3600', 429)])
  const error = await flaky.stats().catch((failure: unknown) => failure)
  expect(error).toMatchObject({ status: 429, retryAfter: 3_600 })
  expect(proxy.seen).toHaveLength(1)
})

test('retries have an end', async () => {
  const { flaky, proxy } = await behind(
    Array.from({ length: 9 }, () => busy('1')),
    { retries: 2 },
  )
  await expect(flaky.stats()).rejects.toBeInstanceOf(UtpidError)
  expect(proxy.seen).toHaveLength(3)
})

test('a decision whose answer was lost is made once', async () => {
  const { flaky, proxy, client } = await behind(['cut after', 'cut before'])
  const made = await flaky.createKey({ name: 'Reader', scopes: ['registry:read'] }).catch((error: unknown) => error)
  // The text of a key is shown once, and not to who comes again.
  expect(made).toMatchObject({ code: 'already_exists' })
  expect((await client.keys()).results.filter(({ name }) => name === 'Reader')).toHaveLength(1)
  const keys = proxy.seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

test('a question whose answer broke off is answered', async () => {
  const { flaky, proxy } = await behind([{ cutAt: 20 }, 'cut after'])
  const result = await flaky.match({ input: { name: 'Hotel Adlon A', location: { city: 'Berlin' } } })
  expect(result.matches[0]).toMatchObject({ name: 'Hotel Adlon A' })
  expect(proxy.seen).toHaveLength(3)
})

test('each call has a key of its own, and one that is given is kept', async () => {
  const { flaky, proxy } = await behind([])
  const input = { input: { name: 'Hotel Adlon A' } }
  await flaky.match(input)
  await flaky.match(input)
  await flaky.match(input, { idempotencyKey: 'mine' })
  const keys = proxy.seen.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(3)
  expect(keys[2]).toBe('mine')
})

test('a change is not repeated when nobody knows what became of it, but when it was refused', async () => {
  const { flaky, proxy, registry } = await behind(['cut before', busy('1')])
  const utpid = (await registry.search('adlon')).products[0]?.utpid ?? ''
  await expect(flaky.pin(utpid, { fields: { stars: 4 } })).rejects.toMatchObject({ code: 'network_error' })
  expect(proxy.seen).toHaveLength(1)
  expect(await flaky.pin(utpid, { fields: { stars: 4 } })).toMatchObject({ changed: true })
  expect(proxy.seen).toHaveLength(3)
})

test('what is wrong is not asked again', async () => {
  const { flaky, proxy } = await behind([])
  await expect(flaky.search({})).rejects.toMatchObject({ status: 422 })
  expect(proxy.seen).toHaveLength(1)
})

test('a feed that is there once is sent once; one in memory or of a function again', async () => {
  const { flaky, proxy, waits } = await behind(['cut after', 'cut after', 'cut before', 'pass'])
  async function* once(): AsyncGenerator<object> {
    yield* hotels(3)
  }
  await expect(flaky.startImport(once())).rejects.toMatchObject({ code: 'network_error' })
  expect(proxy.seen).toHaveLength(1)
  const job = await flaky.startImport(() => once())
  expect(proxy.seen).toHaveLength(4)
  expect(waits).toHaveLength(2)
  // The job of the attempt whose answer was lost.
  expect((await flaky.importJobs()).results.map(({ id }) => id)).toContain(job.id)
  expect((await flaky.importJobs()).results).toHaveLength(2)
})

test('results that break off go on where they were', async () => {
  const { flaky, client, proxy } = await behind(['pass', 'pass', { cutAt: 3_000 }, { cutAt: 5_000 }, 'pass'])
  const inputs = hotels(40)
  const job = await flaky.startBatch(inputs)
  await client.waitForJob('batch', job.id)
  await flaky.batchJob(job.id)
  const indexes: number[] = []
  for await (const { index } of flaky.streamBatchResults(job.id)) indexes.push(index)
  expect(indexes).toEqual(inputs.map((_, at) => at))
  expect(proxy.seen).toHaveLength(5)
})
