import { isPlainObject } from '../json/plain-object.ts'

/**
 * Converts identifiers to a list of `{ scheme, value }`. The value may be such a list, an object by scheme (`{ iata:
 * "CDG", icao: ["LFPG"] }`) or text (`iata=CDG;icao=LFPG`). Members of any other form stay unchanged, and core reports
 * them.
 *
 * @returns `undefined` when the value as a whole has none of these forms.
 */
export function identifiersOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value))
    return value.flatMap((each) => (typeof each === 'string' ? (ofText(each) ?? [each]) : [each]))
  if (typeof value === 'string') return ofText(value)
  if (!isPlainObject(value)) return undefined
  if (typeof value.scheme === 'string' && 'value' in value) return [value]
  return Object.entries(value).flatMap(([scheme, values]) => identifiersOfScheme(scheme, values))
}

/**
 * Returns the identifiers of one scheme. The value may be text with `;` between identifiers, a number, or a list of
 * texts and numbers.
 */
export function identifiersOfScheme(scheme: string, values: unknown): unknown[] {
  if (values === null || values === undefined) return []
  if (Array.isArray(values)) return values.flatMap((each) => identifiersOfScheme(scheme, each))
  if (typeof values === 'number') return [{ scheme, value: String(values) }]
  if (typeof values !== 'string') return [{ scheme, value: values }]
  return values
    .split(';')
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .map((value) => ({ scheme, value }))
}

function ofText(text: string): unknown[] | undefined {
  const identifiers: unknown[] = []
  for (const each of text.split(/[;|]/)) {
    const end = each.search(/[=:]/)
    const scheme = each.slice(0, Math.max(end, 0)).trim()
    const value = each.slice(end + 1).trim()
    if (!/^[\w.-]+$/.test(scheme) || value === '' || LINE_END.test(value)) return undefined
    identifiers.push({ scheme, value })
  }
  return identifiers
}

const LINE_END = /[\n\r\u2028\u2029]/
