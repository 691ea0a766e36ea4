/** What was sent is not from the service, or not now. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/** An event as webhooks are told of it. */
export interface WebhookEvent {
  /** The same at every attempt: by it one knows what one has had. */
  readonly id: string
  /** `registry.product.merged`, `batch.job.completed` ... */
  readonly type: string
  /** ISO 8601 UTC: when it happened. */
  readonly timestamp: string
  readonly accountId: string
  /** Counts the events of an endpoint, without gaps. */
  readonly sequence: number
  readonly data: Readonly<Record<string, unknown>>
}

/** A delivery as it came, and the secrets it may be signed with. */
export interface VerifyWebhookOptions {
  /** `whsec_...`; several while one is rotated. */
  readonly secret: string | readonly string[]
  /** Of the request: of fetch, or of Node. */
  readonly headers: Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>
  /** Exactly as it came: what was parsed and written again has another signature. */
  readonly body: string | Uint8Array
  /** Seconds that its time may be away from now; 300 unless given. */
  readonly toleranceSeconds?: number | undefined
  /** Milliseconds since 1970; the clock unless given. */
  readonly now?: number | undefined
}

const PREFIX = 'whsec_'
const VERSION = 'v1'
const TOLERANCE_SECONDS = 300

/**
 * The event of a delivery that the service has signed (Standard Webhooks).
 *
 * @throws {WebhookVerificationError} when it did not, or when the delivery is old: someone may be sending it again.
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<WebhookEvent> {
  const { secret, headers, body, toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() } = options
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => header(headers, `webhook-${name}`))
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('The headers of a webhook are missing.')
  const seconds = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (!(Math.abs(Math.floor(now / 1_000) - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('The time of the webhook is too far from now.')
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
  throw new WebhookVerificationError('The signature of the webhook is not by this secret.')
}

/** @throws {TypeError} without the secret's text. */
async function keyOf(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (bytes === undefined || bytes.length === 0) throw new TypeError('A secret of a webhook is whsec_ and base64.')
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
