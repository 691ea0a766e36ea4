import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventBody, MAX_BODY_BYTES } from '../../../src/webhooks/events/event-body.ts'

const event = {
  id: 'id',
  type: 'registry.product.updated',
  timestamp: '2026-11-22T08:00:00.000Z',
  accountId: 'acme',
  sequence: 3,
} as const

it('leaves short data unchanged', () => {
  const data = { change: 4, utpid: 'UTP-4T9K7-QWXM2-S', fields: ['name'] }
  expect(JSON.parse(eventBody({ ...event, data }))).toEqual({ ...event, data })
})

it('truncates the longest list first, and names it', () => {
  const fields = Array.from({ length: 5_000 }, (_, at) => `field ${at}`)
  const body = JSON.parse(eventBody({ ...event, data: { change: 4, fields, few: ['a', 'b'] } }))
  expect(body.data).toEqual({ change: 4, fields: fields.slice(0, 1_250), few: ['a', 'b'], truncated: ['fields'] })
})

it('is always under 20 KB', () => {
  const data = fc.oneof(
    fc.dictionary(fc.string({ maxLength: 20 }), fc.anything({ maxDepth: 2 }), { maxKeys: 20 }),
    fc.record({ text: fc.string({ unit: 'binary', minLength: 10_000, maxLength: 40_000 }) }),
    fc.record({ list: fc.array(fc.string({ minLength: 50 }), { minLength: 100, maxLength: 3_000 }) }),
    fc.record({ one: fc.tuple(fc.constant('x'.repeat(30_000))), deep: fc.constant({ a: 'é'.repeat(20_000) }) }),
    fc.constant(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key ${at}`, at]))),
  )
  fc.assert(
    fc.property(data.filter(isJson), (given) => {
      const body = eventBody({ ...event, data: given })
      expect(Buffer.byteLength(body)).toBeLessThan(MAX_BODY_BYTES)
      expect(JSON.parse(body)).toMatchObject(event)
    }),
    runs(40),
  )
})

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
