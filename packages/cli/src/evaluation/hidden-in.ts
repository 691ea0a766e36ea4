import type { FieldTable } from '@utpid/core/fields'
import { type HiddenFields, parseHiddenFields } from '@utpid/evaluation'
import { usageError } from '../errors/cli-error.ts'

/**
 * Parses which fields to hide in the records of one source, each text as `SOURCE:FIELDS`.
 *
 * @param fields - The fields of a record. Default: the fields of the default schema.
 * @throws CliError for a text of another form; EvaluationError for an unknown field.
 */
export function parseHiddenIn(texts: readonly string[], fields?: FieldTable): Map<string, HiddenFields> {
  const hidden = new Map<string, HiddenFields>()
  for (const text of texts) {
    const at = text.indexOf(':')
    if (at < 1 || at === text.length - 1) {
      throw usageError(`--hide-in is "${text}"; write SOURCE:FIELDS, for example osm:coordinates.`)
    }
    const source = text.slice(0, at)
    hidden.set(source, [...(hidden.get(source) ?? []), ...parseHiddenFields(text.slice(at + 1), fields)])
  }
  return hidden
}
