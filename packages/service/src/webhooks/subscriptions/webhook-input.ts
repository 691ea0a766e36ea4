import { RegistryError } from '@utpid/core'
import { hasMoreCharacters, isDisplayable } from '@utpid/core/scoring'
import { z } from 'zod'
import { textInput } from '../../input/text-input.ts'
import { URL_CHARACTERS } from '../destination/destination-guard.ts'
import { isSubscription, PRODUCT_EVENTS, WEBHOOK_EVENT_TYPES } from '../events/webhook-event.ts'

const DESCRIPTION_CHARACTERS = 500
const SECONDS_OF_30_DAYS = 30 * 24 * 3_600
const MAX_EVENTS = 50
const SUBSCRIPTIONS: readonly string[] = [PRODUCT_EVENTS, ...WEBHOOK_EVENT_TYPES]

/** The URL of a webhook. The destination guard checks it further. */
export const WEBHOOK_URL: z.ZodString = textInput({ min: 1, max: URL_CHARACTERS }).meta({
  format: 'uri',
  pattern: '^https?://',
})

/** The subscriptions of a webhook. */
export const WEBHOOK_SUBSCRIPTIONS: z.ZodArray<z.ZodType<string>> = z
  .array(z.enum(SUBSCRIPTIONS as [string, ...string[]], `must be one of ${SUBSCRIPTIONS.join(', ')}`))
  .min(1, 'must name an event')
  .max(MAX_EVENTS, `must name at most ${MAX_EVENTS} events`)

/** The description of a webhook, for people. */
export const WEBHOOK_DESCRIPTION: z.ZodString = textInput({ max: DESCRIPTION_CHARACTERS, form: 'lines' })

/** Seconds for which the service still signs with a rotated-out secret. */
export const SECRET_OVERLAP: z.ZodNumber = z.int().min(0).max(SECONDS_OF_30_DAYS)

/** Returns the deduplicated subscriptions. @throws `validation_failed` */
export function validatedEvents(events: readonly string[]): readonly string[] {
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
    `events contains the unknown name ${JSON.stringify(unknown.slice(0, 60))}; use ${SUBSCRIPTIONS.join(', ')}.`,
  )
}

/** Returns the description if it is valid. @throws `validation_failed` */
export function validatedDescription(text: string): string {
  if (!isDisplayable(text, 'lines'))
    throw new RegistryError('validation_failed', 'description contains control characters.')
  if (!hasMoreCharacters(text, DESCRIPTION_CHARACTERS)) return text
  throw new RegistryError('validation_failed', `description is longer than ${DESCRIPTION_CHARACTERS} characters.`)
}

/** Returns the overlap in seconds if it is valid. @throws `validation_failed` */
export function validatedOverlap(seconds: number): number {
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= SECONDS_OF_30_DAYS) return seconds
  throw new RegistryError(
    'validation_failed',
    `overlapSeconds is ${seconds}; give an integer of 0 to ${SECONDS_OF_30_DAYS} (30 days).`,
  )
}
