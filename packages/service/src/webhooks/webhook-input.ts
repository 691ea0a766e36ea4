import { RegistryError } from '@utpid/core'
import { isSubscription, PRODUCT_EVENTS, WEBHOOK_EVENT_TYPES } from './webhook-event.ts'

const DESCRIPTION_CHARACTERS = 500
const SECONDS_OF_30_DAYS = 30 * 24 * 3_600

/** Subscriptions, each once. @throws `validation_failed` */
export function checkedEvents(events: readonly string[]): readonly string[] {
  if (events.length === 0) {
    throw new RegistryError(
      'validation_failed',
      'events is empty; name at least one, for example "registry.product.*".',
    )
  }
  const unknown = events.find((text) => !isSubscription(text))
  if (unknown === undefined) return [...new Set(events)]
  throw new RegistryError(
    'validation_failed',
    `events has ${JSON.stringify(unknown.slice(0, 60))}; known are ${[PRODUCT_EVENTS, ...WEBHOOK_EVENT_TYPES].join(', ')}.`,
  )
}

/** @throws `validation_failed` */
export function checkedDescription(text: string): string {
  if (text.length <= DESCRIPTION_CHARACTERS) return text
  throw new RegistryError('validation_failed', `description is longer than ${DESCRIPTION_CHARACTERS} characters.`)
}

/** @throws `validation_failed` */
export function checkedOverlap(seconds: number): number {
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= SECONDS_OF_30_DAYS) return seconds
  throw new RegistryError(
    'validation_failed',
    `overlapSeconds is ${seconds}; give an integer of 0 to ${SECONDS_OF_30_DAYS}, which are 30 days.`,
  )
}
