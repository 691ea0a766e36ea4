import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { stopServer } from '@utpid/http-koa'
import { hostedService, MemoryServiceStore, OPERATOR, secretBox } from '@utpid/service'
import { expect, it, onTestFinished } from 'vitest'
import { stopServing } from '../../src/serve/stop-serving.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'

const LONG_MS = 3_600_000

it('ends workers beside the requests that are still answered, and not after them', { timeout: 30_000 }, async () => {
  const store = new MemoryServiceStore()
  const registry = await createRegistry({ storage: createMemoryStorage() })
  const service = await hostedService({
    registry,
    store,
    instance: 'test',
    secrets: secretBox([new Uint8Array(32).fill(7)]),
    destinations: { allowHttp: true, allowedNetworks: ['127.0.0.0/8'] },
  })
  const receiver = await webhookReceiver()
  const { id } = await service.accounts.create(OPERATOR, { name: 'Account', plan: 'business' })
  const webhooks = service.webhooks as NonNullable<typeof service.webhooks>
  const { webhook } = await webhooks.create(id, { url: receiver.url, events: ['batch.job.completed'] }, {})
  service.start()
  await webhooks.test(id, webhook.id)
  await until(() => receiver.requests() === 1)

  const waiting: (() => void)[] = []
  const server = createServer((_, response) => void waiting.push(() => response.end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(async () => {
    await stopServer(server, { noticeMs: 0, drainMs: 0 })
    await registry.close()
  })
  const asked = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await until(() => waiting.length === 1)

  const said: string[] = []
  const log = { info: (text: string) => void said.push(text), warn: (text: string) => void said.push(text) }
  const stopping = stopServing(service, server, log, { noticeMs: 0, drainMs: LONG_MS })
  await service.stopWorkers()
  expect(said).toEqual(['stopping'])
  // The abort comes after the workers have ended. The open request is still answered.
  await webhooks.test(id, webhook.id)
  for (const answer of waiting) answer()
  expect((await asked).status).toBe(200)
  await stopping
  expect(said).toEqual(['stopping', 'stopped'])
  expect(receiver.requests()).toBe(1)
})

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => void setImmediate(resolve))
}
