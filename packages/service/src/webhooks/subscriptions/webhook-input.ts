import { hasMoreCharacters, isShowable, RegistryError } from '@utpid/core'
import { z } from 'zod'
import { textInput } from '../../input/text-input.ts'
import { URL_CHARACTERS } from '../destination/destination-guard.ts'
import { isSubscription, PRODUCT_EVENTS, WEBHOOK_EVENT_TYPES } from '../events/webhook-event.ts'

const DESCRIPTION_CHARACTERS = 500
const SECONDS_OF_30_DAYS = 30 * 24 * 3_600
const EVENTS_MOST = 50
const SUBSCRIPTIONS: readonly string[] = [PRODUCT_EVENTS, ...WEBHOOK_EVENT_TYPES]

/** Which address a webhook has. What more it has to be is for the guard of destinations to say. */
export const WEBHOOK_URL: z.ZodString = textInput({ least: 1, most: URL_CHARACTERS }).meta({
  format: 'uri',
  pattern: '^https?://',
})

/** What a webhook is told of. */
export const WEBHOOK_SUBSCRIPTIONS: z.ZodArray<z.ZodType<string>> = z
  .array(z.enum(SUBSCRIPTIONS as [string, ...string[]], `must be one of ${SUBSCRIPTIONS.join(', ')}`))
  .min(1, 'must name an event')
  .max(EVENTS_MOST, `must name at most ${EVENTS_MOST} events`)

/** What people say a webhook is for. */
export const WEBHOOK_DESCRIPTION: z.ZodString = textInput({ most: DESCRIPTION_CHARACTERS, form: 'lines' })

/** How long a secret that was rotated out still signs. */
export const SECRET_OVERLAP: z.ZodNumber = z.int().min(0).max(SECONDS_OF_30_DAYS)

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
    `events has ${JSON.stringify(unknown.slice(0, 60))}; known are ${SUBSCRIPTIONS.join(', ')}.`,
  )
}

/** @throws `validation_failed` */
export function checkedDescription(text: string): string {
  if (!isShowable(text, 'lines')) throw new RegistryError('validation_failed', 'description has control characters.')
  if (!hasMoreCharacters(text, DESCRIPTION_CHARACTERS)) return text
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
