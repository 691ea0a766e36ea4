import { randomBytes } from 'node:crypto'
import { temporaryFolder, times } from '@utpid/testing'
import { expect, it, onTestFinished } from 'vitest'
import { ROUNDS_WITHIN_MS } from '../../../adapter-postgres/test/support/long-rounds.ts'
import { testServer } from '../../../adapter-postgres/test/support/server/test-server.ts'
import { dropSchema, newSchemaName } from '../../../adapter-postgres/test/support/test-schema.ts'
import { BusyClient } from '../support/busy-client.ts'
import { type ServingChild, servingChild } from '../support/served-process.ts'
import { RECEIVER_SETTINGS, type WebhookReceiver, webhookReceiver } from '../support/webhook-receiver.ts'

const ROUNDS = times(50, 3)
/**
 * Maximum time from the last start until all started work is done and reported. Leases of dead processes expire within
 * it.
 */
const SETTLED_WITHIN_MS = 180_000
const POLL_MS = 100

async function newSchema(): Promise<string> {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  const url = new URL(await testServer())
  url.searchParams.set('schema', schema)
  return url.href
}

const PLACES: readonly (readonly [string, () => string | Promise<string>])[] = [
  ['a folder', () => temporaryFolder()],
  ['PostgreSQL', newSchema],
]

it.each(PLACES)(
  `keeps all it acknowledged, and does and tells it once, when a service of %s is killed ${ROUNDS} times`,
  async (_, newPlace) => {
    const place = await newPlace()
    const receiver = await webhookReceiver()
    const env = {
      ...RECEIVER_SETTINGS,
      UTPID_LOG_LEVEL: 'error',
      UTPID_SECRET_KEY: randomBytes(32).toString('base64'),
    }
    let child = await servingChild(place, env)
    const client = new BusyClient(child.key)
    await subscribe(child, receiver)
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) child = await servingChild(place, env)
      const enough = client.acknowledgedMore(1 + ((round * 37) % 83))
      const working = client.workUntilGone(child.address)
      await Promise.race([enough, working])
      child.process.kill('SIGKILL')
      await child.ended
      await working
      expect(child.log()).toBe('')
    }
    expect(client.acknowledged).toBeGreaterThan(ROUNDS)

    const { address, log } = await servingChild(place, env)
    await client.settle(address)
    await expectWritten(address, client)
    await expectJobsDone(address, client)
    await expectTold(address, client, receiver)
    expect(log()).toBe('')
  },
  ROUNDS_WITHIN_MS,
)

async function subscribe({ address, key }: ServingChild, receiver: WebhookReceiver): Promise<void> {
  const response = await fetch(`${address}/account/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      url: receiver.url,
      events: ['registry.product.*', 'batch.job.completed', 'import.job.completed'],
    }),
  })
  expect(response.status).toBe(201)
}

/**
 * Checks that each record has its last acknowledged version or a later one, and that services and imported records
 * exist.
 */
async function expectWritten(address: string, client: BusyClient): Promise<void> {
  for (const [code, { acknowledged, since }] of client.codes) {
    if (acknowledged === undefined) continue
    const { record } = JSON.parse(await client.read(address, `/registry/supplier/busy/code/${code}`))
    expect([acknowledged, ...since]).toContain(record.name)
  }
  const { results } = JSON.parse(await client.read(address, '/account/services'))
  const names = results.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(client.services))
  expect(new Set(names).size).toBe(names.length)
}

async function jobsAt(address: string, client: BusyClient, path: string): Promise<{ id: string; status: string }[]> {
  const { results, next } = JSON.parse(await client.read(address, `${path}?limit=1000`))
  expect(next).toBe(null)
  return results
}

/**
 * Checks that each acknowledged job exists once and completes, and that no other job exists. Results have each index
 * once, in order.
 */
async function expectJobsDone(address: string, client: BusyClient): Promise<void> {
  const paths = ['/registry/batch-map', '/registry/import'] as const
  await until(async () => {
    const all = (await Promise.all(paths.map((path) => jobsAt(address, client, path)))).flat()
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(client.jobs.keys()))
    expect(all.filter(({ status }) => !['queued', 'running', 'completed'].includes(status))).toEqual([])
    const open = all.filter(({ status }) => status !== 'completed')
    return open.length === 0 ? undefined : `${open.length} of ${all.length} jobs: ${JSON.stringify(open.slice(0, 3))}`
  })
  for (const [id, { path, size, codes }] of client.jobs) {
    const lines = (await client.read(address, `${path}/${id}/results`, 'application/x-ndjson')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).index)).toEqual(Array.from({ length: size }, (_, at) => at))
    for (const code of codes.slice(0, 3)) await client.read(address, `/registry/supplier/feed/code/${code}`)
  }
}

const TOLD: Readonly<Record<string, string>> = {
  'product.created': 'registry.product.created',
  'product.revived': 'registry.product.created',
  'product.updated': 'registry.product.updated',
  'product.merged': 'registry.product.merged',
  'product.split': 'registry.product.split',
  'product.deleted': 'registry.product.deleted',
  'product.retired': 'registry.product.deleted',
  'product.verified': 'registry.product.verified',
  'product.unverified': 'registry.product.unverified',
}

/** Checks that exactly the committed events were delivered. A repeated delivery has the same event id. */
async function expectTold(address: string, client: BusyClient, receiver: WebhookReceiver): Promise<void> {
  const expected: string[] = [...client.jobs].map(([id, { path }]) =>
    path === '/registry/import' ? `import.job.completed ${id}` : `batch.job.completed ${id}`,
  )
  for (let after = 0; ; ) {
    const { changes, last } = JSON.parse(await client.read(address, `/registry/changes?after=${after}&limit=1000`))
    for (const { change, events } of changes) {
      for (const { type, utpid } of events) if (type in TOLD) expected.push(`${TOLD[type]} ${change} ${utpid}`)
    }
    if (changes.length === 0) break
    after = last
  }
  const told = (): string[] =>
    [...receiver.events.values()].map(({ type, data }) =>
      'jobId' in data ? `${type} ${data.jobId}` : `${type} ${data.change} ${data.utpid}`,
    )
  await until(async () => {
    const missing = expected.length - receiver.events.size
    return missing > 0 ? `${missing} of ${expected.length} events` : undefined
  })
  expect(told().sort()).toEqual(expected.sort())
}

/** @param openOf - Returns a description of open work; undefined when all work is done. */
async function until(openOf: () => Promise<string | undefined>): Promise<void> {
  const end = Date.now() + SETTLED_WITHIN_MS
  for (let open = await openOf(); open !== undefined; open = await openOf()) {
    if (Date.now() > end) throw new Error(`It is not done in time: ${open}.`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
