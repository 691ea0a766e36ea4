import type { Webhook } from '../model/webhook.ts'
import { heldSecrets } from './webhook-secret.ts'

/** A webhook as its account sees it: without its secret. */
export interface WebhookView {
  readonly id: string
  readonly url: string
  readonly events: readonly string[]
  readonly description: string
  readonly status: Webhook['status']
  readonly disabledBy: NonNullable<Webhook['disabledBy']> | null
  readonly createdAt: string
  /** Since when every attempt failed; null when the last one did not. */
  readonly failingSince: string | null
  /** Until when the secret before the newest signs too; null when there is none. */
  readonly oldSecretUntil: string | null
}

export function webhookView(webhook: Webhook, now: number): WebhookView {
  const { id, url, events, description = '', status, createdAt } = webhook
  return {
    ...{ id, url, events, description, status, createdAt },
    disabledBy: webhook.disabledBy ?? null,
    failingSince: webhook.failingSince ?? null,
    oldSecretUntil: heldSecrets(webhook.secrets, now)[1]?.until ?? null,
  }
}
