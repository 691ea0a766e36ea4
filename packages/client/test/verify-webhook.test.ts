import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from '../src/index.ts'

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const OLD_SECRET = `whsec_${Buffer.alloc(24, 9).toString('base64')}`
const NOW = Date.parse('2026-11-22T12:00:00Z')
const EVENT = {
  id: 'evt_1',
  type: 'registry.product.merged',
  timestamp: '2026-11-22T12:00:00Z',
  accountId: 'acc_1',
  sequence: 3,
  data: { utpid: 'UTP-7Q3K9-M2X4T-E', name: 'Hôtel 月見堂' },
}

/** Headers that the reference library creates for a body. */
function signed(body: string, secret: string = SECRET, at: number = NOW): Record<string, string> {
  const signature = new Webhook(secret).sign('msg_1', new Date(at), body)
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(at / 1_000)), 'webhook-signature': signature }
}

test('signatures of the Standard Webhooks library are valid for any content', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.uint8Array({ minLength: 24, maxLength: 64 }), async (value, bytes) => {
      const secret = `whsec_${Buffer.from(bytes).toString('base64')}`
      const body = JSON.stringify(value)
      const event = await verifyWebhook({ secret, headers: signed(body, secret), body, now: NOW })
      expect(event).toEqual(JSON.parse(body))
    }),
    runs(100),
  )
})

test('the event is returned, for texts and bytes, and for headers of fetch and Node', async () => {
  const body = JSON.stringify(EVENT)
  const headers = signed(body)
  expect(await verifyWebhook({ secret: SECRET, headers, body, now: NOW })).toEqual(EVENT)
  const bytes = new TextEncoder().encode(body)
  expect(await verifyWebhook({ secret: SECRET, headers: new Headers(headers), body: bytes, now: NOW })).toEqual(EVENT)
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  expect(await verifyWebhook({ secret: SECRET, headers: lists, body, now: NOW })).toEqual(EVENT)
})

test('during a rotation, either signature and either secret is sufficient', async () => {
  const body = JSON.stringify(EVENT)
  const [now, old] = [signed(body), signed(body, OLD_SECRET)]
  const both = { ...now, 'webhook-signature': `v1a,abc ${old['webhook-signature']} ${now['webhook-signature']}` }
  for (const secret of [SECRET, OLD_SECRET]) {
    expect(await verifyWebhook({ secret, headers: both, body, now: NOW })).toEqual(EVENT)
  }
  expect(await verifyWebhook({ secret: [SECRET, OLD_SECRET], headers: old, body, now: NOW })).toEqual(EVENT)
})

test('another body, id, time, secret or signature is rejected', async () => {
  const body = JSON.stringify(EVENT)
  const headers = signed(body)
  const cases: [string, Record<string, string>, string, string][] = [
    ['body', headers, `${body} `, SECRET],
    ['id', { ...headers, 'webhook-id': 'msg_2' }, body, SECRET],
    ['time', { ...headers, 'webhook-timestamp': String(NOW / 1_000 - 1) }, body, SECRET],
    ['secret', headers, body, OLD_SECRET],
    ['signature', { ...headers, 'webhook-signature': 'v1,AAAA' }, body, SECRET],
    ['no base64', { ...headers, 'webhook-signature': 'v1,%%%' }, body, SECRET],
    [
      'version',
      { ...headers, 'webhook-signature': (headers['webhook-signature'] ?? '').replace('v1', 'v0') },
      body,
      SECRET,
    ],
    ['no signature', { 'webhook-id': 'msg_1', 'webhook-timestamp': String(NOW / 1_000) }, body, SECRET],
  ]
  for (const [what, given, text, secret] of cases) {
    const call = verifyWebhook({ secret, headers: given, body: text, now: NOW })
    await expect(call, what).rejects.toBeInstanceOf(WebhookVerificationError)
    // The reference library rejects the same deliveries.
    expect(() => new Webhook(secret).verify(text, { ...given }), what).toThrow()
  }
})

test('a delivery that is more than five minutes old or early is rejected', async () => {
  const body = JSON.stringify(EVENT)
  const at = (seconds: number): Promise<unknown> =>
    verifyWebhook({ secret: SECRET, headers: signed(body, SECRET, NOW + seconds * 1_000), body, now: NOW })
  await expect(at(-300)).resolves.toEqual(EVENT)
  await expect(at(300)).resolves.toEqual(EVENT)
  await expect(at(-301)).rejects.toThrow(WebhookVerificationError)
  await expect(at(301)).rejects.toThrow(WebhookVerificationError)
})
