import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { createClient } from '@utpid/client'
import type { ServiceStore } from '@utpid/service'
import { longTest, temporaryFolder } from '@utpid/testing'
import { expect, it, onTestFinished } from 'vitest'
import { openServiceStore } from '../../src/place/open-service-store.ts'
import { type Answer, KeptClient, MATCH_BODY } from '../support/reused-client.ts'
import { type ServingChild, servingChild } from '../support/served-process.ts'
import { RECEIVER_SETTINGS, webhookReceiver } from '../support/webhook-receiver.ts'

longTest('loses no request when it is terminated under load, and gives back what it held', async () => {
  const folder = temporaryFolder()
  const child = await servingChild(folder, { UTPID_SHUTDOWN_NOTICE_SECONDS: '3', ...RECEIVER_SETTINGS })
  const client = new KeptClient(child.address, child.key)
  onTestFinished(() => client.close())
  const answers: Answer[] = []
  let told: () => void = () => undefined
  const underLoad = new Promise<void>((resolve) => {
    told = resolve
  })
  // Each client switches to another instance when the service asks for it, as a proxy does.
  const askers = Array.from({ length: 24 }, async (_, at) => {
    for (;;) {
      const answer = await (at % 3 === 0
        ? client.ask('/registry/match', MATCH_BODY)
        : client.ask('/registry/search?q=adlon&limit=5'))
      answers.push(answer)
      if (answers.length === 200) told()
      if (answer.isLast) return
    }
  })
  await underLoad
  const inputs = Array.from({ length: 3_000 }, (_, at) => ({ name: `Hotel ${at}`, location: { city: 'Berlin' } }))
  expect((await client.ask('/registry/batch-map', JSON.stringify({ inputs, mode: 'async' }))).status).toBe(202)

  // Start requests now that are unfinished when the process stops listening.
  const delivery = await slowDelivery(child)
  const slow = slowMatch(child.address, child.key)
  await slow.isBegun
  child.process.kill('SIGTERM')
  await Promise.all(askers)
  const ready = await client.ask('/ready')
  expect(ready).toEqual({ status: 503, isLast: true })
  await refusing(child.address)
  slow.finish()
  expect(await slow.answer).toMatch(/^HTTP\/1\.1 200 /)
  delivery.finish()

  expect(await child.ended).toBe(0)
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(child.log()).toContain('"msg":"stopped"')
  expect(child.log()).not.toMatch(/"level":"error"|cut off/)

  const store = await openServiceStore(folder)
  onTestFinished(() => store.close())
  const jobs = await store.range('jobs', { limit: 10 })
  expect(jobs.length).toBeGreaterThan(0)
  for (const { row } of jobs) {
    expect(row.lease).toBeUndefined()
    expect(['queued', 'completed']).toContain(row.status)
  }
  // Deliveries that were in flight when the signal came have arrived and are acknowledged.
  expect(await delivery.arrived(store)).toBe(true)
})

it('ends in an orderly way when its terminal is closed, however often that is told', async () => {
  const folder = temporaryFolder()
  const child = await servingChild(folder, { UTPID_SHUTDOWN_NOTICE_SECONDS: '1' })
  child.process.kill('SIGHUP')
  child.process.kill('SIGHUP')
  expect(await child.ended).toBe(0)
  expect(child.log()).toContain('"msg":"stopped"')
  expect(child.errors()).not.toContain('the process ended with')
  expect(readdirSync(folder).filter((file) => file.startsWith('lock.json'))).toEqual([])
})

/** A delivery that the receiver answers only on request. */
async function slowDelivery({ address, key }: ServingChild): Promise<{
  finish(): void
  arrived(store: ServiceStore): Promise<boolean>
}> {
  let finish: () => void = () => undefined
  const held = new Promise<number>((resolve) => {
    finish = () => resolve(204)
  })
  const receiver = await webhookReceiver(() => held)
  const client = createClient({ baseUrl: address, key })
  const { webhook } = await client.createWebhook({ url: receiver.url, events: ['batch.job.failed'] })
  await client.testWebhook(webhook.id)
  while (receiver.requests() === 0) await new Promise((resolve) => void setImmediate(resolve))
  return {
    finish,
    arrived: async (store) => {
      const deliveries = await store.range('deliveries', { limit: 10 })
      return deliveries.length === 1 && deliveries.every(({ row }) => row.status === 'delivered')
    },
  }
}

/** A match whose body ends on request. */
function slowMatch(address: string, key: string): { isBegun: Promise<void>; finish(): void; answer: Promise<string> } {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  const head = [
    'POST /registry/match HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Expect: 100-continue',
    `Content-Length: ${MATCH_BODY.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  let text = ''
  let begun: () => void = () => undefined
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const answer = new Promise<string>((resolve, reject) => {
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      text += String(chunk)
      if (!text.startsWith('HTTP/1.1 100')) return
      begun()
      text = text.slice(text.indexOf('\r\n\r\n') + 4)
    })
    socket.once('close', () => resolve(text))
  })
  return { isBegun, finish: () => void socket.write(MATCH_BODY), answer }
}

/** Resolves when the port is closed. */
async function refusing(address: string): Promise<void> {
  const { hostname, port } = new URL(address)
  for (;;) {
    const isRefused = await new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), hostname)
      socket.once('connect', () => {
        socket.destroy()
        resolve(false)
      })
      socket.once('error', () => resolve(true))
    })
    if (isRefused) return
  }
}

it('has no key in its log, however it was sent', { timeout: 60_000 }, async () => {
  const child = await servingChild(temporaryFolder(), { UTPID_LOG_LEVEL: 'debug' })
  const { address, key } = child
  const junk = `utp_live_${'x'.repeat(36)}`
  const json = { 'content-type': 'application/json' }
  for (const text of [key, junk]) {
    const authorization = `Bearer ${text}`
    await fetch(`${address}/registry/search?q=a`, { headers: { authorization } })
    await fetch(`${address}/registry/search?key=${text}`)
    await fetch(`${address}/${text}`, { headers: { authorization, 'x-request-id': text.slice(0, 20) } })
    await fetch(`${address}/registry/product/${text}`, { headers: { authorization: `Bearer ${key}` } })
    await fetch(`${address}/registry/match`, { method: 'POST', headers: { ...json, authorization }, body: text })
    await fetch(`${address}/account/session`, { method: 'POST', headers: json, body: JSON.stringify({ key: text }) })
  }
  const made = await fetch(`${address}/account/keys`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${key}` },
    body: JSON.stringify({ name: 'Another', scopes: ['registry:read'] }),
  })
  const { key: another, text = another } = (await made.json()) as { key?: string; text?: string }
  expect(made.status).toBe(201)
  child.process.kill('SIGINT')
  expect(await child.ended).toBe(0)
  const lines = child.log().trim().split('\n')
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(requests).toHaveLength(13)
  for (const secret of [key, junk, String(text)]) {
    expect(secret).toMatch(/^utp_live_/)
    expect(child.log()).not.toContain(secret.slice(0, 15))
  }
})
