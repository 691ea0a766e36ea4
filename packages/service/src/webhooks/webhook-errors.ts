import { RegistryError } from '@utpid/core'
import { ServiceError } from '../errors/service-error.ts'
import type { Webhook } from '../model/webhook.ts'

/** Returns the same error for a missing webhook and for a webhook of another account. */
export function webhookNotFound(): ServiceError {
  return new ServiceError('webhook_not_found', 'There is no such webhook.')
}

export function tooManyChanges(id: string): RegistryError {
  return new RegistryError('unavailable', `Too many concurrent changes of ${id}; try again.`, {
    details: { reason: 'conflict' },
  })
}

/** Requires an active webhook. @throws `validation_failed` */
export function checkActive({ status }: Webhook): void {
  if (status === 'active') return
  throw new RegistryError('validation_failed', 'The webhook is disabled; enable it first.')
}
