import type { RegistryEvent } from '@utpid/core'
import type { WebhookEventType } from './webhook-event.ts'

/** An event as a webhook is told of it, without what is about the webhook. */
export interface ToldEvent {
  readonly type: WebhookEventType
  /** ISO 8601 UTC: when it happened. */
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
}

/** What webhooks are told of an event of the registry; undefined for what only concerns whoever keeps a copy of it. */
export function toldEvent(event: RegistryEvent, change: number, at: string): ToldEvent | undefined {
  const told = typeAndData(event)
  return told === undefined ? undefined : { type: told.type, at, data: { change, ...told.data } }
}

function typeAndData(event: RegistryEvent): Pick<ToldEvent, 'type' | 'data'> | undefined {
  switch (event.type) {
    case 'product.created':
      return { type: 'registry.product.created', data: { utpid: event.utpid } }
    // Who was told that it went away is told that it is there, by the word for that.
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
    // A code that moved is told of by the updates of both products.
    case 'supplier.code.moved':
    case 'registry.reindexed':
    case 'registry.rescored':
      return undefined
  }
}
