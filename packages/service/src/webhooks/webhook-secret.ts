import { Webhook as StandardWebhook } from 'standardwebhooks'
import type { RandomBytes } from '../environment/random-bytes.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Webhook, WebhookSecret } from '../model/webhook.ts'
import type { SecretBox } from '../secrets/seal.ts'

const SECRET_BYTES = 32
const PREFIX = 'whsec_'

/** Creates a secret in the format of Standard Webhooks. Callers receive it only at creation. */
export function newSecretText(randomBytes: RandomBytes): string {
  return `${PREFIX}${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')}`
}

export function encryptSecret(box: SecretBox, webhookId: string, text: string): WebhookSecret {
  return { sealed: box.seal(text, purpose(webhookId)) }
}

/** Decrypts a secret. Returns undefined if the secret was changed or encrypted with another key. */
export function decryptSecret(box: SecretBox, webhookId: string, { sealed }: WebhookSecret): string | undefined {
  try {
    return box.open(sealed, purpose(webhookId))
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'secret_unreadable') return undefined
    throw error
  }
}

/**
 * Returns the headers of Standard Webhooks, with a signature by each valid secret. An old secret that cannot be
 * decrypted is skipped, since the newest secret also signs.
 *
 * @param messageId - The id of the event, the same at every attempt. The timestamp is the time of the attempt.
 * @throws `secret_unreadable` if no secret can be decrypted.
 */
export function signedHeaders(
  box: SecretBox,
  { id, secrets }: Pick<Webhook, 'id' | 'secrets'>,
  messageId: string,
  now: number,
  body: string,
): Record<string, string> {
  const signatures = validSecrets(secrets, now).flatMap((secret) => {
    const text = decryptSecret(box, id, secret)
    return text === undefined ? [] : [new StandardWebhook(text).sign(messageId, new Date(now), body)]
  })
  if (signatures.length === 0) {
    throw new ServiceError(
      'secret_unreadable',
      `The secret of webhook ${id} cannot be decrypted, so its deliveries cannot be signed; add the key that encrypted the secret to the keys of the service and restart, or rotate the secret.`,
    )
  }
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': signatures.join(' '),
  }
}

/** Returns the unexpired secrets, newest first. */
export function validSecrets(secrets: readonly WebhookSecret[], now: number): readonly WebhookSecret[] {
  return secrets.filter(({ until }) => until === undefined || Date.parse(until) > now)
}

function purpose(webhookId: string): string {
  return `webhook ${webhookId}`
}
