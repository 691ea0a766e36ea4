import type { RegistryEvent } from '@utpid/core'
import type { WebhookEventType } from './webhook-event.ts'

/** An event of the registry for any webhook, without the fields of a particular webhook. */
export interface RegistryWebhookEvent {
  readonly type: WebhookEventType
  /** Time of the event, ISO 8601 UTC. */
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Converts an event of the registry to a webhook event; undefined for events that concern only replicas. */
export function registryWebhookEvent(
  event: RegistryEvent,
  change: number,
  at: string,
): RegistryWebhookEvent | undefined {
  const converted = typeAndData(event)
  return converted === undefined ? undefined : { type: converted.type, at, data: { change, ...converted.data } }
}

function typeAndData(event: RegistryEvent): Pick<RegistryWebhookEvent, 'type' | 'data'> | undefined {
  switch (event.type) {
    case 'product.created':
      return { type: 'registry.product.created', data: { utpid: event.utpid } }
    // Receivers got a deletion event before, so they now get a creation event.
    case 'product.revived':
      return { type: 'registry.product.created', data: { utpid: event.utpid, revived: true } }
    case 'product.updated':
      return { type: 'registry.product.updated', data: { utpid: event.utpid, fields: event.fields } }
    case 'product.merged':
      return { type: 'registry.product.merged', data: { utpid: event.utpid, into: event.into } }
    case 'product.split':
      return { type: 'registry.product.split', data: { utpid: event.utpid, from: event.from } }
    case 'product.deleted':
      return { type: 'registry.product.deleted', data: { utpid: event.utpid, reason: 'deleted' } }
    case 'product.retired':
      return { type: 'registry.product.deleted', data: { utpid: event.utpid, reason: 'retired' } }
    case 'product.verified':
      return { type: 'registry.product.verified', data: { utpid: event.utpid, method: event.method } }
    case 'product.unverified':
      return { type: 'registry.product.unverified', data: { utpid: event.utpid, reason: event.reason } }
    case 'supplier.code.drifted': {
      const { type, ...data } = event
      return { type, data }
    }
    case 'duplicate.opened': {
      const { type: _, ...data } = event
      return { type: 'duplicate.alert.opened', data }
    }
    case 'duplicate.resolved': {
      const { type: _, ...data } = event
      return { type: 'duplicate.alert.resolved', data }
    }
    // Skip a moved code: the update events of both products report it.
    case 'supplier.code.moved':
    case 'registry.reindexed':
    case 'registry.rescored':
      return undefined
  }
}
