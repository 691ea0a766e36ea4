import { type FieldType, GOLDEN_FIELDS } from '@utpid/core/fields'
import type { PinnedFields } from '@utpid/core/operations'
import { usageError } from '../errors/cli-error.ts'
import { didYouMean } from '../text/did-you-mean.ts'

/** Types of the fields that can be pinned, by name. */
const TYPES: ReadonlyMap<string, FieldType> = new Map(
  GOLDEN_FIELDS.map(({ name, definition }) => [name, definition.type] as const),
)

/** Fields that can be pinned. */
export const PINNED_FIELDS: readonly string[] = [...TYPES.keys()]

/**
 * Parses texts such as `field=value` to the fields to pin. The registry validates the values.
 *
 * @throws {CliError} for text that is not `field=value`, an unknown or repeated field, and an invalid number.
 */
export function parsePins(texts: readonly string[]): PinnedFields {
  const pins: Record<string, unknown> = {}
  for (const text of texts) {
    const equals = text.indexOf('=')
    if (equals < 1) {
      throw usageError(`"${text}" is not a pin; write field=value, for example "name=Hotel Ritz".`)
    }
    const field = parsePinnedField(text.slice(0, equals))
    if (field in pins) throw usageError(`${field} is given twice; give it once.`)
    pins[field] = readValue(field, text.slice(equals + 1).trim())
  }
  return pins
}

/**
 * Finds a displayed field by its name, in any case, with or without `-`.
 *
 * @throws {CliError} when there is no such field.
 */
export function parsePinnedField(text: string): string {
  const plain = (name: string): string => name.replaceAll(/[-_ ]/g, '').toLowerCase()
  const field = PINNED_FIELDS.find((name) => plain(name) === plain(text))
  if (field !== undefined) return field
  const hint = didYouMean(text, PINNED_FIELDS)
  throw usageError(
    `"${text}" is not a displayed field${hint === '' ? `; the fields are ${PINNED_FIELDS.join(', ')}.` : hint}`,
  )
}

function readValue(field: string, text: string): unknown {
  if (text === '') throw usageError(`${field} has no value; to remove a pin, use "utpid unpin".`)
  const kind = TYPES.get(field)?.kind
  if (kind !== 'number' && kind !== 'coordinates') return text
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const isPoint = kind === 'coordinates'
  if (numbers.length !== (isPoint ? 2 : 1) || numbers.some((number) => !Number.isFinite(number))) {
    const form = isPoint ? 'latitude and longitude in degrees, separated by a comma: 48.86,2.34' : 'a number'
    throw usageError(`${field} must be ${form}; "${text}" is not.`)
  }
  return isPoint ? numbers : numbers[0]
}
