import type { FieldType } from '@utpid/core/fields'
import { FeedError } from '../item/feed-error.ts'
import { isPlainObject, setOwn } from '../json/plain-object.ts'
import { parseRemovedWhen, type RemovalCondition } from '../mapping/condition.ts'
import { nearestNames } from '../mapping/nearest-names.ts'
import { RECORD_FIELD_NAMES } from '../mapping/record-target.ts'
import { type CompiledRule, compileRule, type RuleContext } from './compile-rule.ts'
import { parseTable, type Tables } from './parse-conversion.ts'
import { PathTree } from './path-tree.ts'
import type { ConcordanceSet, Recipe } from './recipe.ts'
import { namesOf, parsePath } from './recipe-path.ts'
import { RECIPE_FIELDS, type RecipeTarget, recipeTarget, setAt } from './recipe-target.ts'
import type { Run } from './run.ts'
import type { Element } from './walk-path.ts'

const KEYS = [
  'recipe',
  'version',
  'title',
  'source',
  'note',
  'format',
  'records',
  'columns',
  'supplier',
  'set',
  'tables',
  'parts',
  'fields',
  'concordance',
  'removedWhen',
  'ignored',
]

/** The values of one path that `extra` keeps. */
const MAX_KEPT = 100

/** The start of an ignored path that stands for a name at any place. */
const ANYWHERE = '**.'

type RecipeFile = Readonly<Record<string, unknown>>

interface TargetRule {
  readonly target: RecipeTarget
  readonly rule: CompiledRule
}

/**
 * Parses a recipe: the content of a recipe file.
 *
 * @param name - Name of the file in messages.
 * @throws {FeedError} `invalid_recipe`, with the place in the recipe.
 */
export function compileRecipe(file: unknown, name: string): Recipe {
  const fail = (place: string, why: string): FeedError =>
    new FeedError(
      'invalid_recipe',
      `${name}: ${place === '' ? 'the recipe' : place} ${why}${why.endsWith('?') ? '' : '.'}`,
    )
  if (!isPlainObject(file)) throw fail('', 'must be a JSON object')
  const unknown = Object.keys(file).find((key) => !KEYS.includes(key))
  if (unknown !== undefined)
    throw fail(unknown, `is not a part of a recipe; did you mean "${nearestNames(unknown, KEYS)[0]}"?`)
  const tree = new PathTree()
  const context = contextOf(file, tree, fail)
  const rules = compileFields(file, context)
  const toSet = compileConcordance(file, context)
  for (const [path, reason] of textsOf(file.ignored, 'ignored', fail)) {
    const isName = path.startsWith(ANYWHERE)
    const parsed = parsePath(isName ? path.slice(ANYWHERE.length) : path, (why) => fail(`ignored.${path}`, why))
    const names = namesOf(parsed)
    if (!isName) tree.addIgnored(names, reason)
    else if (names.length === 1) tree.addIgnoredName(names[0] as string, reason)
    else throw fail(`ignored.${path}`, `must have one name after "${ANYWHERE}"`)
  }
  const reads = tree.reads()
  tree.complete()
  const toRecordWith = (row: Record<string, unknown>, run: Run): Record<string, unknown> => readRow(row, rules, run)
  return {
    name: requireText(file, 'recipe', fail),
    title: optionalText(file, 'title', fail) ?? requireText(file, 'recipe', fail),
    version: requireVersion(file, fail),
    source: requireText(file, 'source', fail),
    note: optionalText(file, 'note', fail),
    format: optionalText(file, 'format', fail),
    records: optionalText(file, 'records', fail),
    columns: columnsOf(file, fail),
    supplier: optionalText(file, 'supplier', fail),
    removedWhen: removedWhenOf(file, fail),
    file,
    reads,
    toRecord(row) {
      const extra = new Extra()
      const record = toRecordWith(row, extra)
      tree.unread(row, (path, value) => extra.keep(path, value))
      return extra.addTo(record)
    },
    toRecordWith,
    toSet,
    useOf: (path) => tree.useOf(path),
  }
}

/**
 * Parses the text of a recipe file.
 *
 * @throws {FeedError} `invalid_recipe`.
 */
export function parseRecipe(text: string, name: string): Recipe {
  let file: unknown
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new FeedError('invalid_recipe', `${name} is not JSON (${(error as Error).message}).`)
  }
  return compileRecipe(file, name)
}

type Fail = (place: string, why: string) => Error

function contextOf(file: RecipeFile, tree: PathTree, fail: Fail): RuleContext {
  const tables: Tables = new Map(
    Object.entries(objectOf(file.tables, 'tables', fail)).map(([name, table]) => [
      name,
      parseTable(table, `tables.${name}`, { fail }),
    ]),
  )
  const parts = new Map(Object.entries(objectOf(file.parts, 'parts', fail)))
  return { place: '', target: '', type: undefined, many: false, bases: [[]], tables, parts, depth: 0, tree, fail }
}

function compileFields(file: RecipeFile, context: RuleContext): TargetRule[] {
  const { fail } = context
  if (!isPlainObject(file.fields)) throw fail('fields', 'must be an object of rules by field')
  const rules = Object.entries(file.fields).map(([name, rule]) => {
    const place = `fields.${name}`
    const target = recipeTarget(name, RECIPE_FIELDS, (why) => fail(place, why))
    const { type, entry } = target
    const many = type?.kind === 'list' || (type === undefined && target.path[0] === 'extra')
    const inner = { ...context, place, target: entry === undefined ? name : `${target.path[0]}[]`, many }
    return { target, rule: compileRule(rule, { ...inner, type: entry === undefined ? type : LIST_OF_TEXT }) }
  })
  for (const [name, value] of Object.entries(objectOf(file.set, 'set', fail))) {
    const target = recipeTarget(name, RECIPE_FIELDS, (why) => fail(`set.${name}`, why))
    if (file.fields[name] === undefined) rules.push({ target, rule: { isConstant: true, read: () => value } })
    else throw fail(`set.${name}`, 'is a field with a rule; give the value in "default" of the rule')
  }
  const order = ({ target }: TargetRule): number => RECORD_FIELD_NAMES.indexOf(target.path[0] as string)
  return rules.sort((a, b) => order(a) - order(b))
}

const LIST_OF_TEXT: FieldType = {
  kind: 'list',
  maxEntries: Number.MAX_SAFE_INTEGER,
  items: { kind: 'text', maxCharacters: Number.MAX_SAFE_INTEGER },
}

function readRow(row: Record<string, unknown>, rules: readonly TargetRule[], run: Run): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  const element: Element = { value: row, holder: undefined, key: '', parent: undefined }
  for (const { target, rule } of rules) {
    const value = rule.read(element, run)
    if (value === undefined) continue
    const { path, entry } = target
    if (entry === undefined) {
      const isList = Array.isArray(value) && Array.isArray(record[path[0] as string])
      if (isList) (record[path[0] as string] as unknown[]).push(...value)
      else setAt(record, path, path[0] === 'extra' && Array.isArray(value) && value.length === 1 ? value[0] : value)
      continue
    }
    const field = path[0] as string
    record[field] ??= []
    for (const each of value as unknown[]) {
      ;(record[field] as unknown[]).push({ [entry.member]: entry.text, [entry.of]: each })
    }
  }
  return record
}

const SET_FIELDS: FieldType = {
  kind: 'list',
  maxEntries: Number.MAX_SAFE_INTEGER,
  items: {
    kind: 'object',
    required: ['supplier', 'code'],
    fields: {
      supplier: { type: { kind: 'text', maxCharacters: 256 }, label: 'Supplier', example: 'expo' },
      code: { type: { kind: 'text', maxCharacters: 256 }, label: 'Code', example: '40217' },
    },
  },
}

function compileConcordance(file: RecipeFile, context: RuleContext): Recipe['toSet'] {
  if (file.concordance === undefined) return () => undefined
  const { fail } = context
  const { id, codes, ...others } = objectOf(file.concordance, 'concordance', fail)
  const [other] = Object.keys(others)
  if (other !== undefined) throw fail(`concordance.${other}`, 'is not a part of a concordance; it has "id" and "codes"')
  const idRule = compileRule(id, { ...context, place: 'concordance.id', target: 'concordance', type: SET_ID })
  const codesRule = compileRule(codes, {
    ...context,
    place: 'concordance.codes',
    target: 'concordance',
    type: SET_FIELDS,
    many: true,
  })
  return (row, run = NO_RUN): ConcordanceSet | undefined => {
    const element: Element = { value: row, holder: undefined, key: '', parent: undefined }
    const setId = idRule.read(element, run)
    const setCodes = codesRule.read(element, run)
    if (setId === undefined || setCodes === undefined) return undefined
    return { id: String(setId), codes: setCodes as ConcordanceSet['codes'] }
  }
}

const SET_ID: FieldType = { kind: 'text', maxCharacters: 256 }
const NO_RUN: Run = { keep: () => undefined }

/** The values of a row that no field takes, by path. */
class Extra implements Run {
  #values: Record<string, unknown> | undefined
  readonly #lists = new Set<string>()

  keep(path: string, value: unknown): void {
    this.#values ??= {}
    const values = this.#values
    if (!Object.hasOwn(values, path)) setOwn(values, path, value)
    else if (!this.#lists.has(path)) {
      values[path] = [values[path], value]
      this.#lists.add(path)
    } else if ((values[path] as unknown[]).length < MAX_KEPT) (values[path] as unknown[]).push(value)
  }

  addTo(record: Record<string, unknown>): Record<string, unknown> {
    if (this.#values === undefined) return record
    const own = isPlainObject(record.extra) ? record.extra : {}
    record.extra = { ...this.#values, ...own }
    return record
  }
}

function removedWhenOf({ removedWhen = [] }: RecipeFile, fail: Fail): readonly RemovalCondition[] {
  if (!Array.isArray(removedWhen) || !removedWhen.every((each) => typeof each === 'string')) {
    throw fail('removedWhen', 'must be a list of conditions such as "deleted=true"')
  }
  try {
    return parseRemovedWhen(removedWhen)
  } catch (error) {
    throw fail('removedWhen', `is invalid: ${(error as Error).message.replace(/\.$/, '')}`)
  }
}

function columnsOf(file: RecipeFile, fail: Fail): readonly string[] | undefined {
  const { columns } = file
  if (columns === undefined) return undefined
  if (Array.isArray(columns) && columns.every((each) => typeof each === 'string')) return columns
  throw fail('columns', 'must be a list of texts')
}

function requireVersion(file: RecipeFile, fail: Fail): number {
  const { version } = file
  if (typeof version === 'number' && Number.isInteger(version) && version > 0) return version
  throw fail('version', 'must be a whole number above 0')
}

function requireText(file: RecipeFile, key: string, fail: Fail): string {
  const text = optionalText(file, key, fail)
  if (text === undefined) throw fail(key, 'is missing')
  return text
}

function optionalText(file: RecipeFile, key: string, fail: Fail): string | undefined {
  const text = file[key]
  if (text === undefined) return undefined
  if (typeof text === 'string' && text.trim() !== '') return text
  throw fail(key, 'must be a text')
}

function textsOf(value: unknown, place: string, fail: Fail): (readonly [string, string])[] {
  return Object.entries(objectOf(value, place, fail)).map(([key, text]) => {
    if (typeof text !== 'string' || text.trim() === '') throw fail(`${place}.${key}`, 'must be a text')
    return [key, text]
  })
}

function objectOf(value: unknown, place: string, fail: Fail): Record<string, unknown> {
  if (value === undefined) return {}
  if (isPlainObject(value)) return value
  throw fail(place, 'must be an object')
}
