import { LIMITS } from '@utpid/core'
import { FeedError } from '../item/feed-error.ts'
import { isPlainObject } from '../json/plain-object.ts'
import { resolveTarget } from './record-target.ts'
import type { RowColumns } from './row-columns.ts'

/** What a row must say to be read. */
export interface Condition {
  /** A key of the raw row, or a path of the record or one of its flat names. */
  readonly field: string
  /** True for `!=`. */
  readonly not: boolean
  /** As given; compared folded. Empty: the field is absent. */
  readonly value: string
}

/**
 * Reads conditions such as `city=PARIS`, `category!=campsite`, `identifiers.iata=CDG`, `phone!=` (has a phone).
 *
 * A condition looks at the raw row's key first, as written or in other case, then at the record. Values are equal when
 * they differ only in case, in white space at the ends or in its amount inside; of a list, one member is enough.
 * Several conditions must all hold.
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
        `"${text}" is no condition; write field=value or field!=value, for example city=Paris.`,
      )
    }
    return { field, not: parts?.[2] === '!', value: parts?.[3] ?? '' }
  })
}

/**
 * Whether a row meets a condition.
 *
 * @param columns - Of the raw row.
 * @param seen - Told of the field when the row or record has it.
 */
export function meets(
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
  return value.replace(FURTHER_MARKS, '$1').normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Normalizing sorts the marks of a letter, which takes time by the square. Core keeps as many as it reads, too. */
const FURTHER_MARKS = new RegExp(`(?<!\\p{M})(\\p{M}{${LIMITS.marksInARow}})\\p{M}+`, 'gu')
