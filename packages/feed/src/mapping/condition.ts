import { LIMITS } from '@utpid/core'
import { FeedError } from '../item/feed-error.ts'
import { isPlainObject } from '../json/plain-object.ts'
import { resolveTarget } from './record-target.ts'
import type { RowColumns } from './row-columns.ts'

/** A condition that a row must meet to be read. */
export interface Condition {
  /** A key of the raw row, a path of the record, or a flat name of such a path. */
  readonly field: string
  /** True for `!=`. */
  readonly not: boolean
  /**
   * The expected value, as the user typed it; it is folded before comparison. An empty value stands for an absent
   * field.
   */
  readonly value: string
}

/**
 * Parses conditions such as `city=PARIS`, `category!=campsite`, `identifiers.iata=CDG`, `phone!=` (has a phone).
 *
 * A condition first looks for a key of the raw row, in any case, then for a field of the record. The comparison of
 * values ignores case, surrounding white space and repeated white space. A list meets a condition if one of its members
 * does. All conditions must hold.
 *
 * @throws {FeedError} `invalid_condition`.
 */
export function parseWhere(conditions: readonly string[]): Condition[] {
  return conditions.map((text) => {
    const parts = /^([^=]*?)(!?)=(.*)$/s.exec(text)
    const field = parts?.[1]?.trim() ?? ''
    if (field === '') {
      throw new FeedError(
        'invalid_condition',
        `"${text}" is not a condition; write field=value or field!=value, for example city=Paris.`,
      )
    }
    return { field, not: parts?.[2] === '!', value: parts?.[3] ?? '' }
  })
}

/** A condition that marks rows whose records the supplier has removed. */
export interface RemovalCondition {
  readonly field: string
  /** True for `!=`: a row with none of the values is a removal. */
  readonly not: boolean
  /** The values, as the user typed them. */
  readonly values: readonly string[]
}

/** Values that mean yes in a column such as `deleted`. */
const YES = ['true', 'yes', 'y', '1', 't'] as const

/**
 * Parses conditions such as `status=deleted`, `action=D,DEL` (one of the values), `status!=active` and `deleted` (a column
 * with true, yes, y, t or 1). A row is a removal if one of the conditions holds. Fields and values are compared as in
 * {@link parseWhere}.
 *
 * @throws {FeedError} `invalid_condition`.
 */
export function parseRemovedWhen(conditions: readonly string[]): RemovalCondition[] {
  return conditions.map((text) => {
    if (!text.includes('=') && text.trim() !== '') return { field: text.trim(), not: false, values: YES }
    const [{ field, not, value }] = parseWhere([text]) as [Condition]
    const values = value.split(',').filter((each) => each.trim() !== '')
    if (values.length > 0) return { field, not, values }
    throw new FeedError(
      'invalid_condition',
      `"${text}" names no value; write column=value, for example status=deleted, or only the name of a column with true, yes or 1.`,
    )
  })
}

/**
 * Returns whether a row meets a condition of removals.
 *
 * @param seen - A function that is called with the field if the row or the record has the field.
 */
export function isRemovedBy(
  { field, not, values }: RemovalCondition,
  columns: RowColumns,
  record: Record<string, unknown>,
  seen?: (field: string) => void,
): boolean {
  const hasOne = values.some((value) => meetsCondition({ field, not: false, value }, columns, record, seen))
  return hasOne !== not
}

/**
 * Returns whether a row meets a condition.
 *
 * @param columns - Columns of the raw row.
 * @param seen - A function that is called with the field if the row or the record has the field.
 */
export function meetsCondition(
  condition: Condition,
  columns: RowColumns,
  record: Record<string, unknown>,
  seen?: (field: string) => void,
): boolean {
  const found = columns.read(condition.field)?.value ?? readTarget(record, condition.field)
  if (found !== undefined) seen?.(condition.field)
  const texts = textsOf(found)
  const wanted = foldValue(condition.value)
  const equal = wanted === '' ? texts.every((text) => text === '') : texts.includes(wanted)
  return equal !== condition.not
}

function readTarget(record: Record<string, unknown>, field: string): unknown {
  const target = resolveTarget(field)
  if (target === undefined) return undefined
  const [list, name = ''] = splitOnce(target)
  if (list === 'identifiers' && name !== '') return members(record.identifiers, 'scheme', name, 'value')
  if (list === 'altNames') return members(record.altNames, name === '' ? undefined : 'language', name, 'name')
  if (list === 'extra') return isPlainObject(record.extra) ? record.extra[name] : undefined
  let value: unknown = record
  for (const part of target.split('.')) {
    if (!isPlainObject(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return value
}

function members(list: unknown, by: string | undefined, wanted: string, take: string): unknown {
  if (!Array.isArray(list)) return undefined
  const fitting = list.filter((each) => isPlainObject(each) && (by === undefined || each[by] === wanted))
  return fitting.length === 0 ? undefined : fitting.map((each) => each[take])
}

function splitOnce(target: string): [string, string | undefined] {
  const at = target.indexOf('.')
  return at === -1 ? [target, undefined] : [target.slice(0, at), target.slice(at + 1)]
}

function textsOf(value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return [foldValue(isPlainObject(value) ? JSON.stringify(value) : String(value))]
}

function foldValue(value: string): string {
  return value.replace(EXCESS_MARKS, '$1').normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/**
 * Normalization sorts the combining marks of a letter in quadratic time, so excess marks are removed first. Core keeps
 * the same number of marks.
 */
const EXCESS_MARKS = new RegExp(`(?<!\\p{M})(\\p{M}{${LIMITS.marksInARow}})\\p{M}+`, 'gu')
