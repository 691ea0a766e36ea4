import type { AddressInfo } from 'node:net'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createApp, httpServer, InFlightRequests, OPEN_ACCESS, stopServer } from '../../src/index.ts'
import { route } from '../../src/route/route.ts'
import { rawConnection } from '../support/raw-connection.ts'

it.each([
  ['during their handling', 60_000],
  ['after a late response', 20],
])('waits for requests cut off %s, before it closes their resources', async (_, answerMs) => {
  const happened: string[] = []
  let begun: () => void = () => undefined
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const slowRoute = route('GET /slow', {
    operationId: 'slow',
    summary: 'Ends some turns after it was told to',
    access: { public: true },
    cost: 0,
    answers: { 200: { description: 'Done.', json: z.looseObject({}) } },
    handle: async ({ signal }) => {
      begun()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve))
      happened.push('handled')
      return { status: 200, body: {} }
    },
  })
  const registry = await createRegistry({ storage: createMemoryStorage() })
  onTestFinished(() => registry.close())
  const inHand = new InFlightRequests()
  const onRequest = (): void => void happened.push('told')
  const app = createApp({
    registry,
    accessControl: OPEN_ACCESS,
    routes: [slowRoute],
    inFlight: inHand,
    onRequest,
    answerMs,
  })
  const server = httpServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { write, closed } = rawConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await isBegun
  const cutOff = await stopServer(server, { noticeMs: 0, drainMs: 0, inFlight: inHand })
  happened.push('stopped')
  await closed
  expect(cutOff).toBe(1)
  expect(happened.at(-1)).toBe('stopped')
  expect(happened.toSorted()).toEqual(['handled', 'stopped', 'told'])
})
