import { isPlainObject } from '../json/plain-object.ts'
import { nearestNames } from '../mapping/nearest-names.ts'
import { type Conversion, VALUE_FORMS, type ValueForm } from './convert-value.ts'

/** The code tables of a recipe, by name. */
export type Tables = ReadonlyMap<string, ReadonlyMap<string, unknown>>

/** The keys of a rule that change its value. */
export const CONVERSION_KEYS = [
  'empty',
  'after',
  'before',
  'split',
  'table',
  'map',
  'default',
  'keep',
  'only',
  'number',
  'times',
  'prefix',
  'suffix',
] as const

interface ConversionContext {
  readonly place: string
  readonly tables: Tables
  fail(place: string, why: string): Error
}

/** Names of separators that are hard to read as a text. */
const SEPARATORS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', space: ' ', line: '\n', bar: '|' }

/** Parses the keys of a rule that change its value. @throws {FeedError} `invalid_recipe`. */
export function parseConversion(rule: Readonly<Record<string, unknown>>, context: ConversionContext): Conversion {
  const conversion: { -readonly [Key in keyof Conversion]: Conversion[Key] } = {}
  for (const key of ['after', 'before', 'prefix', 'suffix'] as const) {
    if (rule[key] !== undefined) conversion[key] = requireText(rule[key], key, context)
  }
  if (rule.split !== undefined) {
    const split = requireText(rule.split, 'split', context)
    conversion.split = SEPARATORS[split] ?? split
  }
  if (rule.empty !== undefined) {
    if (!Array.isArray(rule.empty)) throw context.fail(`${context.place}.empty`, 'must be a list of values')
    conversion.empty = new Set(rule.empty.map(String))
  }
  for (const key of ['keep', 'number'] as const) {
    if (rule[key] === undefined) continue
    if (rule[key] !== true) throw context.fail(`${context.place}.${key}`, 'must be true')
    conversion[key] = true
  }
  if (typeof rule.times === 'number') conversion.times = rule.times
  if (rule.only !== undefined) conversion.only = requireForm(rule.only, context)
  addTable(conversion, rule, context)
  return conversion
}

function addTable(
  conversion: { table?: ReadonlyMap<string, unknown>; otherwise?: { readonly value: unknown } },
  rule: Readonly<Record<string, unknown>>,
  context: ConversionContext,
): void {
  if (rule.map !== undefined && rule.table !== undefined) {
    throw context.fail(`${context.place}.map`, 'must not be given in addition to "table"')
  }
  if (rule.map !== undefined) conversion.table = parseTable(rule.map, `${context.place}.map`, context)
  if (rule.table !== undefined) {
    const name = requireText(rule.table, 'table', context)
    const table = context.tables.get(name)
    if (table === undefined) {
      const near = nearestNames(name, [...context.tables.keys()])[0]
      throw context.fail(
        `${context.place}.table`,
        `names no table "${name}"${near === undefined ? '' : `; did you mean "${near}"?`}`,
      )
    }
    conversion.table = table
  }
  const needsTable = ['default', 'keep'].find((key) => rule[key] !== undefined)
  if (needsTable !== undefined && conversion.table === undefined) {
    throw context.fail(`${context.place}.${needsTable}`, 'needs "map" or "table"')
  }
  if (rule.default !== undefined) conversion.otherwise = { value: rule.default }
}

/** Parses a table of values by code. */
export function parseTable(
  value: unknown,
  place: string,
  { fail }: Pick<ConversionContext, 'fail'>,
): ReadonlyMap<string, unknown> {
  if (!isPlainObject(value)) throw fail(place, 'must be an object of values by code')
  return new Map(Object.entries(value))
}

function requireForm(value: unknown, { place, fail }: ConversionContext): ValueForm {
  const form = VALUE_FORMS.find((each) => each === value)
  if (form === undefined) throw fail(`${place}.only`, `must be one of ${VALUE_FORMS.join(', ')}`)
  return form
}

function requireText(value: unknown, key: string, { place, fail }: ConversionContext): string {
  if (typeof value === 'string' && value !== '') return value
  throw fail(`${place}.${key}`, 'must be a text')
}
