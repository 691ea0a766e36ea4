import { parseRecord } from '@utpid/core'
import { isPlainObject } from '../json/plain-object.ts'
import type { Recipe } from './recipe.ts'
import { TEXT_MEMBER } from './recipe-path.ts'
import type { Run, Trace, TracedValue } from './run.ts'

/** The fate of the values of one path. */
export interface PathFate {
  /** The path, with `[]` after lists: `phones[].phoneNumber`. */
  readonly path: string
  /** The number of filled values. */
  readonly filled: number
  /** A value that is lost, else the first value, at most 60 characters. */
  readonly example: string
  /** The fields that take values of the path. */
  readonly targets: readonly string[]
  /** The number of values that a field takes. */
  readonly kept: number
  /** The number of values for which another path of the same rule gives the field. */
  readonly spare: number
  /** The number of values that the recipe ignores. */
  readonly ignored: number
  /** The reason why the recipe ignores the path. */
  readonly reason?: string
  /** The number of values that no field takes. */
  readonly lost: number
}

/** A value that a rule gives and the schema does not take, for example because it is no web address. */
export interface RefusedValue {
  /** The field, with `[]` after lists: `images[].from`. */
  readonly field: string
  /** The code of the repair. */
  readonly code: string
  readonly count: number
  readonly example: string
}

/** The result of a recipe for a sample. */
export interface RecipeCheck {
  readonly recipe: string
  readonly rows: number
  /** Rows that are no record, because the code or the name is missing. */
  readonly rejected: number
  readonly paths: readonly PathFate[]
  readonly refused: readonly RefusedValue[]
  /** The number of filled paths with values that are lost, and of fields that the schema cuts. */
  readonly lost: number
}

const EXAMPLE_CHARACTERS = 60

/** The repairs of the schema that remove a value. */
const REMOVALS: ReadonlySet<string> = new Set([
  'value_removed',
  'country_removed',
  'coordinates_removed',
  'list_truncated',
  'text_truncated',
])

const CUTS: ReadonlySet<string> = new Set(['list_truncated', 'text_truncated'])

interface Fate {
  filled: number
  example: string
  readonly targets: Set<string>
  kept: number
  spare: number
  ignored: number
  reason?: string
  lost: number
}

/** Counts the fate of each filled value of a sample: kept in a field, ignored with a reason, or lost. */
export class RecipeChecker {
  readonly #recipe: Recipe
  readonly #fates = new Map<string, Fate>()
  readonly #refused = new Map<string, { field: string; code: string; count: number; example: string }>()
  #rows = 0
  #rejected = 0

  constructor(recipe: Recipe) {
    this.#recipe = recipe
  }

  /** Adds a row of the sample. */
  add(row: Record<string, unknown>): void {
    this.#rows++
    const trace: Trace = { values: [], empty: [], isSpare: false }
    const run: Run = { keep: () => undefined, trace }
    const record = this.#recipe.toRecordWith(row, run)
    this.#recipe.toSet(row, run)
    this.#addRecord(record)
    const taken: Taken = new Map()
    for (const each of trace.values) takenAt(taken, each).values.push(each)
    for (const each of trace.empty) takenAt(taken, each).isEmpty = true
    this.#addValues(row, [], '', taken)
  }

  result(): RecipeCheck {
    const paths = [...this.#fates].map(([path, { targets, ...fate }]) => ({ path, ...fate, targets: [...targets] }))
    const refused = [...this.#refused.values()]
    const cut = refused.filter(({ code }) => CUTS.has(code)).length
    const lost = paths.filter((each) => each.lost > 0).length + cut
    return { recipe: this.#recipe.name, rows: this.#rows, rejected: this.#rejected, paths, refused, lost }
  }

  #addRecord(record: Record<string, unknown>): void {
    const parsed = parseRecord(record, { supplier: this.#recipe.supplier ?? 'sample' })
    if (!('record' in parsed)) this.#rejected++
    for (const { field, code, before } of parsed.repairs) {
      if (!REMOVALS.has(code)) continue
      const path = field.replaceAll(/\.\d+(?=\.|$)/g, '[]')
      const key = `${path} ${code}`
      const refused = this.#refused.get(key) ?? { field: path, code, count: 0, example: shortened(before ?? '') }
      refused.count++
      this.#refused.set(key, refused)
    }
  }

  /** @param names - The path without marks of lists. */
  #addValues(value: unknown, names: readonly string[], path: string, taken: Taken, at?: TakenValue): void {
    if (value === null || value === undefined) return
    if (Array.isArray(value)) {
      const within = path.endsWith('[]') ? path : `${path}[]`
      for (const [index, entry] of value.entries()) {
        this.#addValues(entry, names, within, taken, taken.get(value)?.get(index))
      }
    } else if (isPlainObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const isText = name === TEXT_MEMBER
        const below = isText ? names : [...names, name]
        this.#addValues(member, below, isText ? path : joined(path, name), taken, taken.get(value)?.get(name))
      }
    } else if (String(value).trim() !== '') this.#addValue(value, names, path, at ?? NOT_TAKEN)
  }

  #addValue(value: unknown, names: readonly string[], path: string, { values, isEmpty }: TakenValue): void {
    const fate = this.#fates.get(path) ?? createFate(value)
    this.#fates.set(path, fate)
    fate.filled++
    for (const { target } of values) fate.targets.add(target)
    const reason = this.#recipe.useOf(names)?.reason ?? (isEmpty ? NO_VALUE : undefined)
    if (values.some(({ isSpare }) => !isSpare)) fate.kept++
    else if (values.length > 0) fate.spare++
    else if (reason !== undefined) {
      fate.ignored++
      fate.reason = reason
    } else {
      if (fate.lost === 0) fate.example = shortened(value)
      fate.lost++
    }
  }
}

/** The targets that took one value of a row. */
interface TakenValue {
  readonly values: TracedValue[]
  /** True if a rule says that the value stands for no value. */
  isEmpty: boolean
}

/** The taken values of a row, by the object or list that contains a value, and the key of the value. */
type Taken = Map<object, Map<string | number, TakenValue>>

const NOT_TAKEN: TakenValue = { values: [], isEmpty: false }
const NO_VALUE = 'The value stands for no value.'

function takenAt(taken: Taken, { holder, key }: TracedValue): TakenValue {
  const values = taken.get(holder) ?? new Map<string | number, TakenValue>()
  taken.set(holder, values)
  const value = values.get(key) ?? { values: [], isEmpty: false }
  values.set(key, value)
  return value
}

function createFate(value: unknown): Fate {
  return { filled: 0, example: shortened(value), targets: new Set(), kept: 0, spare: 0, ignored: 0, lost: 0 }
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function shortened(value: unknown): string {
  const text = String(value)
  return text.length > EXAMPLE_CHARACTERS ? `${text.slice(0, EXAMPLE_CHARACTERS - 1)}…` : text
}
