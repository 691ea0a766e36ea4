/** Thrown for a delivery that does not come from the service, or is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/** The event of a delivery. */
export interface WebhookEvent {
  /** Id of the event, the same for every attempt. Use it to skip duplicates. */
  readonly id: string
  /** Type of the event, such as `registry.product.merged` or `batch.job.completed`. */
  readonly type: string
  /** Time of the event, ISO 8601 UTC. */
  readonly timestamp: string
  readonly accountId: string
  /** Number of the event for this webhook. Numbers have no gaps. */
  readonly sequence: number
  readonly data: Readonly<Record<string, unknown>>
}

/** A received delivery, and the secrets to verify it. */
export interface VerifyWebhookOptions {
  /** The secret of the webhook: `whsec_...`. Several secrets are valid during a rotation. */
  readonly secret: string | readonly string[]
  /** Request headers, as fetch or Node.js provides them. */
  readonly headers: Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body exactly as received. A body that was parsed and serialized again would have another signature. */
  readonly body: string | Uint8Array
  /** Maximum difference between the delivery's time and the current time, in seconds. Default: 300. */
  readonly toleranceSeconds?: number | undefined
  /** Current time, milliseconds since 1970. Default: the time of the system clock. */
  readonly now?: number | undefined
}

const PREFIX = 'whsec_'
const VERSION = 'v1'
const TOLERANCE_SECONDS = 300

/**
 * Verifies the signature of a delivery (Standard Webhooks) and returns the event of the delivery.
 *
 * @throws {WebhookVerificationError} if the signature is wrong, or if the delivery is old and so may be a replay.
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<WebhookEvent> {
  const { secret, headers, body, toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() } = options
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => header(headers, `webhook-${name}`))
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError('The headers webhook-id, webhook-timestamp and webhook-signature are required.')
  const seconds = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (!(Math.abs(Math.floor(now / 1_000) - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('The webhook is too old, or the clocks differ.')
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const given = signatures.split(' ').flatMap((signature) => {
    const [version, value = ''] = signature.split(',', 2)
    return version === VERSION ? [bytesOf(value)] : []
  })
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const key = await keyOf(each)
    for (const signature of given) {
      if (signature !== undefined && (await crypto.subtle.verify('HMAC', key, signature, signed))) {
        return JSON.parse(text) as WebhookEvent
      }
    }
  }
  throw new WebhookVerificationError('The signature of the webhook does not match the secret.')
}

/** Imports a secret as a key. @throws {TypeError} for an invalid secret; the message does not quote the secret. */
async function keyOf(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('The webhook secret is invalid; use the secret of the webhook, which starts with whsec_.')
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function header(headers: VerifyWebhookOptions['headers'], name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name]
  return typeof value === 'object' ? value[0] : value
}
