import { expect, onTestFinished, test, vi } from 'vitest'
import { type Client, type ClientOptions, createClient, UtpidError } from '../src/index.ts'
import { type FlakyProxy, flakyProxy, type ProxyFault } from './support/flaky-proxy.ts'
import { hotels, type ServedRegistry, servedRegistry } from './support/served-registry.ts'

interface Flaky extends ServedRegistry {
  readonly flaky: Client
  readonly proxy: FlakyProxy
  /** The milliseconds of each wait, in order. */
  readonly waits: readonly number[]
}

async function behind(fates: readonly ProxyFault[], options: Partial<ClientOptions> = {}): Promise<Flaky> {
  const served = await servedRegistry()
  const proxy = await flakyProxy(served.address, fates)
  const waits: number[] = []
  const sleep = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
  const flaky = served.clientWith({ baseUrl: proxy.address, sleep, random: () => 0, ...options })
  return { ...served, flaky, proxy, waits }
}

const busy = (seconds: string, status = 503): ProxyFault => ({ status, headers: { 'retry-after': seconds } })

test('a request that was refused temporarily is retried after the requested time', async () => {
  const { flaky, proxy, waits } = await behind([busy('7'), busy('2', 429)])
  expect(await flaky.stats()).toMatchObject({ products: { total: 5 } })
  expect(proxy.seen).toHaveLength(3)
  expect(waits).toEqual([7_000, 2_000])
})

test('without a requested time the waits increase, with jitter', async () => {
  const fates: ProxyFault[] = Array.from({ length: 4 }, () => ({ status: 503 }))
  const least = await behind(fates)
  await least.flaky.stats()
  expect(least.waits).toEqual([125, 250, 500, 1_000])
  const most = await behind(fates, { random: () => 1 })
  await most.flaky.stats()
  expect(most.waits).toEqual([250, 500, 1_000, 2_000])
})

test('a date in Retry-After is also accepted', async () => {
  const date = new Date(Date.now() + 20_000).toUTCString()
  const { flaky, waits } = await behind([busy(date)])
  await flaky.stats()
  expect(waits).toHaveLength(1)
  expect(waits[0]).toBeGreaterThan(10_000)
})

test('the client does not wait longer than its maximum', async () => {
  const { flaky, proxy } = await behind([busy('3600', 429)])
  const error = await flaky.stats().catch((failure: unknown) => failure)
  expect(error).toMatchObject({ status: 429, retryAfter: 3_600 })
  expect(proxy.seen).toHaveLength(1)
})

test('the number of retries is limited', async () => {
  const { flaky, proxy } = await behind(
    Array.from({ length: 9 }, () => busy('1')),
    { retries: 2 },
  )
  await expect(flaky.stats()).rejects.toBeInstanceOf(UtpidError)
  expect(proxy.seen).toHaveLength(3)
})

test('a decision whose response was lost has one effect', async () => {
  const { flaky, proxy, client } = await behind(['cut after', 'cut before'])
  const made = await flaky.createKey({ name: 'Reader', scopes: ['registry:read'] }).catch((error: unknown) => error)
  // The service returns the secret of a key only once: the response to a repeated request does not contain the secret.
  expect(made).toMatchObject({ code: 'already_exists' })
  expect((await client.keys()).results.filter(({ name }) => name === 'Reader')).toHaveLength(1)
  const keys = proxy.seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

test('a read whose response was cut off is repeated', async () => {
  const { flaky, proxy } = await behind([{ cutAt: 20 }, 'cut after'])
  const result = await flaky.match({ input: { name: 'Hotel Adlon A', location: { city: 'Berlin' } } })
  expect(result.matches[0]).toMatchObject({ name: 'Hotel Adlon A' })
  expect(proxy.seen).toHaveLength(3)
})

test('each call has its own key, or the given key', async () => {
  const { flaky, proxy, registry } = await behind([])
  const utpid = (await registry.search('adlon')).products[0]?.utpid ?? ''
  const body = { utpid, verified: true, method: 'manual' } as const
  await flaky.verify(body)
  await flaky.verify(body)
  await flaky.verify(body, { idempotencyKey: 'mine' })
  const keys = proxy.seen.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(3)
  expect(keys[2]).toBe('mine')
})

test('a call that changes nothing has no key, so the service stores no response', async () => {
  const { flaky, proxy } = await behind([])
  await flaky.match({ input: { name: 'Hotel Adlon A' } })
  await flaky.lookup({ ids: [{ supplier: 'expo', code: '1' }] })
  await flaky.stats()
  await flaky.match({ input: { name: 'Hotel Adlon A' } }, { idempotencyKey: 'mine' })
  expect(proxy.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined, undefined, 'mine'])
})

test.each(['DELETE', 'PATCH', 'PUT'] as const)('a %s whose response was lost has one effect', async (verb) => {
  const { flaky, proxy, registry } = await behind(['cut after', 'cut before'])
  const utpid = (await registry.search('adlon')).products[0]?.utpid ?? ''
  if (verb === 'DELETE') expect(await flaky.deleteProduct(utpid)).toMatchObject({ change: expect.any(Number) })
  if (verb === 'PATCH') expect(await flaky.pin(utpid, { fields: { stars: 4 } })).toMatchObject({ changed: true })
  if (verb === 'PUT') {
    const [record] = hotels(9).slice(-1) as [{ code: string }]
    const answer = await flaky.putRecord('expo', record.code, record as never)
    expect(answer).toMatchObject({ outcome: 'created' })
  }
  expect(proxy.seen).toHaveLength(3)
  expect(new Set(proxy.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('an invalid request is not retried', async () => {
  const { flaky, proxy } = await behind([])
  await expect(flaky.search({})).rejects.toMatchObject({ status: 422 })
  expect(proxy.seen).toHaveLength(1)
})

test('a feed from a stream is sent once; a feed in memory or from a function is sent again', async () => {
  const { flaky, proxy, waits } = await behind(['cut after', 'cut after', 'cut before', 'pass'])
  async function* once(): AsyncGenerator<object> {
    yield* hotels(3)
  }
  await expect(flaky.startImport(once())).rejects.toMatchObject({ code: 'network_error' })
  expect(proxy.seen).toHaveLength(1)
  const job = await flaky.startImport(() => once())
  expect(proxy.seen).toHaveLength(4)
  expect(waits).toHaveLength(2)
  // An attempt whose response was lost has created the job.
  expect((await flaky.importJobs()).results.map(({ id }) => id)).toContain(job.id)
  expect((await flaky.importJobs()).results).toHaveLength(2)
})

test('results that were cut off continue at their position, without a second read', async () => {
  const { flaky, client, proxy } = await behind(['pass', 'pass', { cutAt: 5_000 }, 'pass', 'cut before'])
  const inputs = Array.from({ length: 1_200 }, (_, at) => hotels(40)[at % 40] as object)
  const job = await flaky.startBatch(inputs)
  await client.waitForJob('batch', job.id)
  await flaky.batchJob(job.id)
  const indexes: number[] = []
  for await (const { index } of flaky.streamBatchResults(job.id)) indexes.push(index)
  expect(indexes).toEqual(inputs.map((_, at) => at))
  const asked = proxy.seen.slice(2).map(({ path }) => new URL(path, proxy.address).searchParams.get('cursor'))
  expect(asked).toEqual([null, null, '10.0', '10.0'])
})

test('lines of results also start after a cursor', async () => {
  const { client, address, key } = await servedRegistry()
  const { id } = await client.startBatch(hotels(8))
  await client.waitForJob('batch', id)
  const { next } = await client.batchResults(id, { limit: 5 })
  const headers = { authorization: `Bearer ${key}`, accept: 'application/x-ndjson' }
  const answer = await fetch(`${address}/registry/batch-map/${id}/results?cursor=${next}`, { headers })
  const lines = (await answer.text()).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).index)).toEqual([5, 6, 7])
})

test('an aborted wait leaves no timer that keeps the process alive', async () => {
  const set = vi.spyOn(globalThis, 'setTimeout')
  const cleared = vi.spyOn(globalThis, 'clearTimeout')
  onTestFinished(() => void vi.restoreAllMocks())
  const busyFetch = async (): Promise<Response> => new Response(null, { status: 503, headers: { 'retry-after': '8' } })
  const ended = new AbortController()
  const client = createClient({ baseUrl: 'http://registry.invalid', fetch: busyFetch })
  const asked = client.stats({}, { signal: ended.signal })
  const waiting = (): number =>
    set.mock.calls.findIndex(([, milliseconds = 0]) => milliseconds >= 8_000 && milliseconds < 9_000)
  while (waiting() === -1) await new Promise((resolve) => void setImmediate(resolve))
  const timer = set.mock.results[waiting()]?.value
  ended.abort(new Error('enough'))
  await expect(asked).rejects.toThrow('enough')
  expect(cleared).toHaveBeenCalledWith(timer)
})
