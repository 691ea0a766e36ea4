import type { Webhook } from '../model/webhook.ts'
import { validSecrets } from './webhook-secret.ts'

/** A webhook as returned to its account, without its secret. */
export interface WebhookView {
  readonly id: string
  readonly url: string
  readonly events: readonly string[]
  readonly description: string
  readonly status: Webhook['status']
  readonly disabledBy: NonNullable<Webhook['disabledBy']> | null
  readonly createdAt: string
  /** Time of the first failure since the last success; null if the last attempt succeeded. */
  readonly failingSince: string | null
  /** The time when the previous secret stops signing; null if there is no previous secret. */
  readonly oldSecretUntil: string | null
}

export function webhookView(webhook: Webhook, now: number): WebhookView {
  const { id, url, events, description = '', status, createdAt } = webhook
  return {
    ...{ id, url, events, description, status, createdAt },
    disabledBy: webhook.disabledBy ?? null,
    failingSince: webhook.failingSince ?? null,
    oldSecretUntil: validSecrets(webhook.secrets, now)[1]?.until ?? null,
  }
}
