import { IDENTIFYING_FIELDS, RECORD_FIELDS } from '@utpid/core/fields'
import { FIELD_ALIASES } from './field-aliases.ts'
import { type KeyMeaning, resolveKey } from './resolve-key.ts'

/** The fields of a record, in output order. */
export const RECORD_FIELD_NAMES: readonly string[] = [
  ...Object.keys(IDENTIFYING_FIELDS),
  ...Object.keys(RECORD_FIELDS),
  'extra',
]

/** Every path that a mapping can fill, except `altNames.LANGUAGE`, `identifiers.SCHEME` and `extra.KEY`. */
export const RECORD_TARGETS: readonly string[] = FIELD_ALIASES.map(([target]) => target)

const OPEN_TARGET = /^(?:altNames|identifiers|extra)\.(.+)$/

/**
 * Returns the target of a path (`location.city`, `identifiers.iata`, `extra.segment`) or of one of its flat names
 * (`city`, `iata`); `undefined` when there is none.
 */
export function resolveTarget(name: string): string | undefined {
  if (RECORD_TARGETS.includes(name) || OPEN_TARGET.test(name)) return name
  return targetOf(resolveKey(name))
}

/** Returns the target of a meaning; `undefined` for a key without one field. */
export function targetOf(meaning: KeyMeaning | undefined): string | undefined {
  switch (meaning?.kind) {
    case 'field':
    case 'member':
    case 'rideEnd':
      return meaning.target
    case 'altName':
      return meaning.language === undefined ? 'altNames' : `altNames.${meaning.language}`
    case 'identifier':
      return `identifiers.${meaning.scheme}`
    default:
      return undefined
  }
}

/** Returns whether a target identifies a product. A feed without any column for such a target has no records. */
export function namesProduct(target: string): boolean {
  return target === 'name' || target === 'code' || target.startsWith('altNames') || target.startsWith('identifiers')
}
