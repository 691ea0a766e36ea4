import { Webhook as StandardWebhook } from 'standardwebhooks'
import type { Webhook, WebhookSecret } from '../model/webhook.ts'
import type { RandomBytes } from '../secrets/random-bytes.ts'
import type { SecretBox } from '../secrets/seal.ts'

const SECRET_BYTES = 32
const PREFIX = 'whsec_'

/** A secret as Standard Webhooks writes it: shown once to whoever made the webhook. */
export function newSecretText(randomBytes: RandomBytes): string {
  return `${PREFIX}${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')}`
}

export function sealedSecret(box: SecretBox, webhookId: string, text: string): WebhookSecret {
  return { sealed: box.seal(text, purpose(webhookId)) }
}

/**
 * What Standard Webhooks asks of a request: a signature by each secret that holds at that time.
 *
 * @param messageId - The same at every attempt; the time is that of the attempt.
 */
export function signedHeaders(
  box: SecretBox,
  { id, secrets }: Pick<Webhook, 'id' | 'secrets'>,
  messageId: string,
  now: number,
  body: string,
): Record<string, string> {
  const signatures = heldSecrets(secrets, now).map(({ sealed }) =>
    new StandardWebhook(box.open(sealed, purpose(id))).sign(messageId, new Date(now), body),
  )
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': signatures.join(' '),
  }
}

/** Secrets that are not over yet, the newest first. */
export function heldSecrets(secrets: readonly WebhookSecret[], now: number): readonly WebhookSecret[] {
  return secrets.filter(({ until }) => until === undefined || Date.parse(until) > now)
}

function purpose(webhookId: string): string {
  return `webhook ${webhookId}`
}
