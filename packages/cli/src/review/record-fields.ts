import { distanceInMeters, type SupplierRecord } from '@utpid/core'
import { fieldPaths, RECORD_FIELDS, valueAt } from '@utpid/core/fields'
import { type FieldVerdict, fieldVerdict, fold } from '@utpid/core/scoring'
import { printable } from '../text/printable.ts'
import { foldedWords } from './mark-differences.ts'

/** `silent` when a side has no value. */
export type Likeness = 'same' | 'similar' | 'different' | 'silent'

/** The values of one field in two records. */
export interface FieldPair {
  readonly label: string
  /** The value in the first record; empty when it has none. */
  readonly left: string
  readonly right: string
  readonly likeness: Likeness
  /** Whether the words can be compared one by one. */
  readonly isText: boolean
}

interface Field {
  /** The name of the field without its object, as comparisons judge it. */
  readonly name: string
  readonly label: string
  readonly path: readonly string[]
  readonly isText: boolean
}

/** Objects that are shown as one value. */
const WHOLE_OBJECTS: ReadonlySet<string> = new Set(['transfer.from', 'transfer.to'])

const FIELDS: readonly Field[] = fieldPaths(RECORD_FIELDS)
  .filter(({ path, definition: { type } }) => {
    const isPart = path.length > 2 && WHOLE_OBJECTS.has(path.slice(0, 2).join('.'))
    return !isPart && (type.kind !== 'object' || WHOLE_OBJECTS.has(path.join('.')) || definitionIsDetail(path))
  })
  .map(({ path, definition }) => ({
    name: path.at(-1) as string,
    label: definition.label.toLowerCase(),
    path,
    isText: definition.type.kind === 'text' && !['phone', 'web', 'email'].includes(definition.type.form ?? ''),
  }))

function definitionIsDetail(path: readonly string[]): boolean {
  return path.length === 1 && RECORD_FIELDS[path[0] as keyof typeof RECORD_FIELDS].detail === true
}

/**
 * Returns the values of two records, field by field. Omits fields that neither record has.
 *
 * @param comparisons - The comparisons of the pair, which decide whether two unequal values mean the same.
 */
export function fieldPairs(
  left: SupplierRecord,
  right: SupplierRecord,
  comparisons: readonly { readonly name: string; readonly level: string }[],
): FieldPair[] {
  return FIELDS.flatMap(({ name, label, path, isText }) => {
    const [one, other] = [textOf(valueAt(left, path)), textOf(valueAt(right, path))]
    if (one === '' && other === '') return []
    const verdict = fieldVerdict(
      path[0] === 'activity' || path[0] === 'transfer' ? (path[0] as string) : name,
      comparisons,
    )
    return [{ label, left: one, right: other, likeness: likenessOf(one, other, verdict), isText }]
  })
}

/** Returns the metres between two records; undefined when one has no coordinates. */
export function distanceOf(left: SupplierRecord, right: SupplierRecord): number | undefined {
  const [from, to] = [left.location?.coordinates, right.location?.coordinates]
  return from === undefined || to === undefined ? undefined : distanceInMeters(from, to)
}

function textOf(value: unknown): string {
  return printable(displayed(value)).trim()
}

function displayed(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(displayed).join(', ')
  if (typeof value !== 'object') return String(value)
  const { coordinates, ...others } = value as Readonly<Record<string, unknown>>
  const parts = Object.values(others)
    .map(displayed)
    .filter((part) => part !== '')
  return parts.length > 0 ? parts.join(' ') : displayed(coordinates)
}

function likenessOf(one: string, other: string, verdict: FieldVerdict | undefined): Likeness {
  if (one === '' || other === '') return 'silent'
  if (one === other) return 'same'
  if (verdict !== undefined) return verdict === 'different' ? 'different' : 'similar'
  return haveSameWords(one, other) ? 'similar' : 'different'
}

function haveSameWords(one: string, other: string): boolean {
  // Also compares the folded texts. Characters such as a star are not words, so the comparison of words ignores them.
  return fold(one) === fold(other) || (foldedWords(one).length > 0 && sortedWords(one) === sortedWords(other))
}

function sortedWords(text: string): string {
  return foldedWords(text).sort().join(' ')
}
