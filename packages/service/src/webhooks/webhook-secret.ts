import { RegistryError } from '@utpid/core'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import type { RandomBytes } from '../environment/random-bytes.ts'
import type { Webhook, WebhookSecret } from '../model/webhook.ts'
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

/** A secret as it was sealed; undefined when it was sealed by another key, or changed. */
export function openedSecret(box: SecretBox, webhookId: string, { sealed }: WebhookSecret): string | undefined {
  try {
    return box.open(sealed, purpose(webhookId))
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'secret_unreadable') return undefined
    throw error
  }
}

/**
 * What Standard Webhooks asks of a request: a signature by each secret that holds at that time. One that is rotated out
 * and cannot be opened is left out: the newest signs.
 *
 * @param messageId - The same at every attempt; the time is that of the attempt.
 * @throws `secret_unreadable` when no secret can be opened.
 */
export function signedHeaders(
  box: SecretBox,
  { id, secrets }: Pick<Webhook, 'id' | 'secrets'>,
  messageId: string,
  now: number,
  body: string,
): Record<string, string> {
  const signatures = heldSecrets(secrets, now).flatMap((secret) => {
    const text = openedSecret(box, id, secret)
    return text === undefined ? [] : [new StandardWebhook(text).sign(messageId, new Date(now), body)]
  })
  if (signatures.length === 0) {
    throw new RegistryError(
      'secret_unreadable',
      `The secret of webhook ${id} cannot be opened, so nothing can be signed for it; start the service with the key it was sealed by, as one of its keys, or rotate the secret.`,
    )
  }
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
