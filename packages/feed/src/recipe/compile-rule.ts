import type { FieldTable, FieldType } from '@utpid/core/fields'
import { isPlainObject } from '../json/plain-object.ts'
import { nearestNames } from '../mapping/nearest-names.ts'
import { type Conversion, convertValue, NOTHING, type Scalar, shapeValue } from './convert-value.ts'
import { CONVERSION_KEYS, parseConversion, type Tables } from './parse-conversion.ts'
import type { PathTree } from './path-tree.ts'
import { namesOf, parsePath, type RecipePath, TEXT_MEMBER } from './recipe-path.ts'
import { recipeTarget, setAt } from './recipe-target.ts'
import type { Run } from './run.ts'
import { type Element, type MemberListener, walkPath } from './walk-path.ts'

/** A rule that reads a value of a field from an element of a row. */
export interface CompiledRule {
  /** True if the value does not depend on the row. */
  readonly isConstant: boolean
  /** Returns the value, a list of values, or undefined if the element has no value. */
  read(element: Element, run: Run): unknown
}

/** The place of a rule in its recipe, and the parts of the recipe that it may use. */
export interface RuleContext {
  /** The place in messages: `fields.phone`. */
  readonly place: string
  /** The target in reports: `roomTypes[].capacity`. */
  readonly target: string
  readonly type: FieldType | undefined
  /** True if the rule may give several values. */
  readonly many: boolean
  /** The absolute paths of the enclosing elements, innermost first. */
  readonly bases: readonly (readonly string[])[]
  readonly tables: Tables
  readonly parts: ReadonlyMap<string, unknown>
  /** The number of enclosing parts. */
  readonly depth: number
  readonly tree: PathTree
  fail(place: string, why: string): Error
}

const MAX_PARTS_IN_PARTS = 16

const SOURCES = ['path', 'first', 'join', 'all', 'each', 'fields', 'value', 'latitude', 'use'] as const
type Source = (typeof SOURCES)[number]

/** The keys that a rule may have in addition to its source. */
const KEYS: Readonly<Record<Source, readonly string[]>> = {
  path: CONVERSION_KEYS,
  first: [],
  join: ['separator', ...CONVERSION_KEYS],
  all: [],
  each: ['fields', 'take', 'sort'],
  fields: [],
  value: [],
  latitude: ['longitude'],
  use: [],
}

/** Compiles a rule of a recipe. @throws {FeedError} `invalid_recipe`, with the place of the error. */
export function compileRule(rule: unknown, context: RuleContext): CompiledRule {
  if (typeof rule === 'string') return pathRule(rule, {}, context)
  if (!isPlainObject(rule)) throw context.fail(context.place, 'must be a path or an object')
  const keys = Object.keys(rule)
  // The members of `each` are in `fields`.
  const source = Object.hasOwn(rule, 'each') ? 'each' : SOURCES.find((each) => keys.includes(each))
  if (source === undefined) {
    const wrong = keys[0] === undefined ? '' : `; did you mean "${nearestNames(keys[0], SOURCES)[0]}"?`
    throw context.fail(context.place, `has none of ${SOURCES.join(', ')}${wrong}`)
  }
  const unknown = keys.find((key) => key !== source && !KEYS[source].includes(key))
  if (unknown !== undefined) {
    const nearest = nearestNames(unknown, [...KEYS[source], ...SOURCES])[0]
    throw context.fail(
      `${context.place}.${unknown}`,
      `is not a part of a rule with "${source}"; did you mean "${nearest}"?`,
    )
  }
  return COMPILERS[source](rule, context)
}

type Rule = Readonly<Record<string, unknown>>

const COMPILERS: Readonly<Record<Source, (rule: Rule, context: RuleContext) => CompiledRule>> = {
  path: (rule, context) =>
    pathRule(
      requireText(rule.path, 'path', context),
      parseConversion(rule, context),
      context,
      compileFactor(rule.times, context),
    ),
  first: firstRule,
  join: joinRule,
  all: allRule,
  each: eachRule,
  fields: singleObjectRule,
  value: ({ value }) => ({ isConstant: true, read: () => value }),
  latitude: pointRule,
  use: partRule,
}

/** Compiles the rule that gives the factor of a number, for example by its unit. */
function compileFactor(times: unknown, context: RuleContext): CompiledRule | undefined {
  if (times === undefined || typeof times === 'number') return undefined
  return compileRule(times, { ...context, place: `${context.place}.times`, type: undefined, many: false })
}

function pathRule(text: string, conversion: Conversion, context: RuleContext, factor?: CompiledRule): CompiledRule {
  const path = compilePath(text, context, context.target)
  const { many, target } = context
  const type = itemOf(context.type)
  const label = labelOf(path, context)
  return {
    isConstant: false,
    read(element, run) {
      let one: unknown
      const list: unknown[] = []
      const times = factor === undefined ? undefined : attempt(factor, element, run)
      walkPath(
        path,
        element,
        (value, holder, key) => {
          const isElement = isPlainObject(value)
          const scalar = scalarOf(value)
          if (scalar === undefined) return false
          const converted = convertValue(scalar, conversion, typeof times === 'number' ? times : undefined)
          const at = isElement ? ([value, TEXT_MEMBER] as const) : ([holder, key] as const)
          if (converted === NOTHING) {
            if (conversion.empty?.has(String(scalar)) === true) traceEmpty(run, at[0], at[1], target)
            return false
          }
          if (converted === undefined) {
            run.keep(label, scalar)
            return false
          }
          traceValue(run, at[0], at[1], target)
          if (!many) one = shapeValue(Array.isArray(converted) ? converted[0] : converted, type)
          else if (Array.isArray(converted)) for (const each of converted) list.push(shapeValue(each, type))
          else list.push(shapeValue(converted, type))
          return !many
        },
        conditionListener(run, target),
      )
      return many ? filledList(list) : one
    },
  }
}

function firstRule(rule: Rule, context: RuleContext): CompiledRule {
  const rules = compileList(rule.first, 'first', context, context)
  return {
    isConstant: false,
    read(element, run) {
      let found: unknown
      for (const each of rules) {
        if (found === undefined) found = attempt(each, element, run)
        else if (run.trace === undefined) break
        else readSpare(each, element, run)
      }
      return found
    },
  }
}

function joinRule(rule: Rule, context: RuleContext): CompiledRule {
  const inner = { ...context, many: true, type: TEXT }
  const rules = compileList(rule.join, 'join', inner, inner)
  const separator = rule.separator === undefined ? ', ' : requireText(rule.separator, 'separator', context)
  const conversion = parseConversion(rule, context)
  return {
    isConstant: rules.every(({ isConstant }) => isConstant),
    read(element, run) {
      const texts: string[] = []
      let hasContent = false
      for (const each of rules) {
        const value = attempt(each, element, run)
        if (value === undefined) continue
        if (!each.isConstant) hasContent = true
        for (const entry of Array.isArray(value) ? value : [value]) {
          const text = String(entry)
          if (!texts.includes(text)) texts.push(text)
        }
      }
      if (!hasContent) return undefined
      const converted = convertValue(texts.join(separator), conversion)
      if (converted === NOTHING || converted === undefined) return undefined
      const list = Array.isArray(converted) ? converted : [shapeValue(converted, itemOf(context.type))]
      return context.many ? list : list[0]
    },
  }
}

function itemOf(type: FieldType | undefined): FieldType | undefined {
  return type?.kind === 'list' ? type.items : type
}

const TEXT: FieldType = { kind: 'text', maxCharacters: Number.MAX_SAFE_INTEGER }

function allRule(rule: Rule, context: RuleContext): CompiledRule {
  const rules = compileList(rule.all, 'all', context, context)
  return {
    isConstant: rules.every(({ isConstant }) => isConstant),
    read(element, run) {
      const list: unknown[] = []
      for (const each of rules) append(list, attempt(each, element, run))
      return context.many ? filledList(list) : list[0]
    },
  }
}

function eachRule(rule: Rule, context: RuleContext): CompiledRule {
  const path = compilePath(requireText(rule.each, 'each', context), context)
  const inner = {
    ...context,
    bases: [absolute(path, context), ...context.bases],
    type: itemOf(context.type),
  }
  if ((rule.fields === undefined) === (rule.take === undefined)) {
    throw context.fail(context.place, 'needs either "fields" or "take" in addition to "each"')
  }
  const taken =
    rule.fields === undefined
      ? compileRule(rule.take, { ...inner, place: `${context.place}.take`, type: context.type })
      : objectRule(rule.fields, { ...inner, target: context.many ? `${context.target}[]` : context.target }, path)
  const order =
    rule.sort === undefined
      ? undefined
      : compileRule(rule.sort, { ...inner, place: `${context.place}.sort`, type: undefined, many: false })
  return {
    isConstant: false,
    read(element, run) {
      const list: unknown[] = []
      const take = (entry: Element): boolean => {
        append(list, attempt(taken, entry, run))
        return !context.many && list.length > 0
      }
      const entries: { readonly entry: Element; readonly at: number }[] = []
      walkPath(
        path,
        element,
        (value, holder, key) => {
          const entry: Element = { value, holder, key, parent: element }
          if (order === undefined) return take(entry)
          entries.push({ entry, at: positionOf(attempt(order, entry, run)) })
          return false
        },
        conditionListener(run, context.target),
      )
      for (const { entry } of entries.sort((a, b) => a.at - b.at)) if (take(entry)) break
      return context.many ? filledList(list) : list[0]
    },
  }
}

/** Returns a position for sorting. Elements without a number are last, in the order of the row. */
function positionOf(value: unknown): number {
  const position = value === undefined ? Number.NaN : Number(value)
  return Number.isFinite(position) ? position : Number.MAX_SAFE_INTEGER
}

/**
 * Compiles the members of an object. The rule gives no object if no member with a path has a value.
 *
 * @param of - The path of the elements that become objects. An element without a required member goes to `extra`.
 */
function objectRule(members: unknown, context: RuleContext, of?: RecipePath): CompiledRule {
  const { place, type } = context
  const fieldsPlace = `${place}.fields`
  if (!isPlainObject(members)) throw context.fail(fieldsPlace, 'must be an object of rules by field')
  const object = itemOf(type)
  if (object?.kind !== 'object') throw context.fail(fieldsPlace, `does not fit: "${context.target}" has no fields`)
  const fields: FieldTable = object.fields
  const rules = Object.entries(members).map(([name, rule]) => {
    const target = recipeTarget(name, fields, (why) => context.fail(`${fieldsPlace}.${name}`, why))
    const many = target.type?.kind === 'list'
    const compiled = compileRule(rule, {
      ...context,
      place: `${fieldsPlace}.${name}`,
      target: `${context.target}.${name}`,
      type: target.type,
      many,
    })
    return { ...compiled, path: target.path }
  })
  const label = (context.bases[0] ?? []).join('.')
  return {
    isConstant: false,
    read(element, run) {
      const result: Record<string, unknown> = {}
      let hasContent = false
      for (const { isConstant, path, read } of rules) {
        const value = attempt({ isConstant, read }, element, run)
        if (value === undefined) continue
        if (!isConstant) hasContent = true
        setAt(result, path, value)
      }
      if (!hasContent) return undefined
      if (object.required.every((name) => result[name] !== undefined)) return result
      if (of !== undefined) run.keep(label, element.value)
      return undefined
    },
  }
}

/** Compiles an object with values of one element: the only entry, for a list. */
function singleObjectRule(rule: Rule, context: RuleContext): CompiledRule {
  if (!context.many) return objectRule(rule.fields, context)
  const { isConstant, read } = objectRule(rule.fields, { ...context, target: `${context.target}[]` })
  return {
    isConstant,
    read(element, run) {
      const object = read(element, run)
      return object === undefined ? undefined : [object]
    },
  }
}

function pointRule(rule: Rule, context: RuleContext): CompiledRule {
  if (context.type?.kind !== 'coordinates') throw context.fail(context.place, 'must not be coordinates')
  const part = (name: 'latitude' | 'longitude'): CompiledRule =>
    compileRule(rule[name], { ...context, place: `${context.place}.${name}`, type: undefined, many: false })
  const [latitude, longitude] = [part('latitude'), part('longitude')]
  return {
    isConstant: false,
    read(element, run) {
      const point = [attempt(latitude, element, run), attempt(longitude, element, run)]
      return point.every((each) => each === undefined) ? undefined : point.map((each) => each ?? null)
    },
  }
}

function partRule(rule: Rule, context: RuleContext): CompiledRule {
  const name = requireText(rule.use, 'use', context)
  const part = context.parts.get(name)
  if (part === undefined) {
    const known = nearestNames(name, [...context.parts.keys()])[0]
    throw context.fail(
      `${context.place}.use`,
      `names no part "${name}"${known === undefined ? '' : `; did you mean "${known}"?`}`,
    )
  }
  if (context.depth === MAX_PARTS_IN_PARTS) throw context.fail(`parts.${name}`, 'uses itself')
  return compileRule(part, { ...context, place: `parts.${name}`, depth: context.depth + 1 })
}

function compileList(rules: unknown, key: string, context: RuleContext, inner: RuleContext): CompiledRule[] {
  const place = `${context.place}.${key}`
  if (!Array.isArray(rules) || rules.length === 0) throw context.fail(place, 'must be a list of rules')
  return rules.map((rule, at) => compileRule(rule, { ...inner, place: `${place}[${at}]` }))
}

/** @param target - The target that reads the values of the path. Undefined if only paths below it are read. */
function compilePath(text: string, context: RuleContext, target?: string): RecipePath {
  const path = parsePath(text, (why) => context.fail(context.place, `has a wrong path "${text}": it ${why}`))
  if (path.up >= context.bases.length) throw context.fail(context.place, `has a path "${text}" outside of the row`)
  const names = absolute(path, context)
  if (target !== undefined) context.tree.addRead(names, target)
  const base = context.bases[path.up] ?? []
  const walked: string[] = []
  for (const { name, where } of path.steps) {
    if (name !== TEXT_MEMBER) walked.push(name)
    for (const { member } of where) {
      context.tree.addRead([...base, ...walked, ...(member === TEXT_MEMBER ? [] : [member])], context.target)
    }
  }
  return path
}

function absolute(path: RecipePath, context: RuleContext): readonly string[] {
  return [...(context.bases[path.up] ?? []), ...namesOf(path)]
}

function labelOf(path: RecipePath, context: RuleContext): string {
  return absolute(path, context).join('.')
}

/** Reads a rule. Values of the row that led to no value are not traced. */
function attempt(rule: Pick<CompiledRule, 'read' | 'isConstant'>, element: Element, run: Run): unknown {
  const { trace } = run
  const traced = trace?.values.length ?? 0
  const value = rule.read(element, run)
  if (value === undefined && trace !== undefined) trace.values.length = traced
  return value
}

function readSpare(rule: CompiledRule, element: Element, run: Run): void {
  const { trace } = run
  if (trace === undefined) return
  const before = trace.isSpare
  trace.isSpare = true
  attempt(rule, element, run)
  trace.isSpare = before
}

function traceValue({ trace }: Run, holder: object, key: string | number, target: string): void {
  trace?.values.push({ holder, key, target, isSpare: trace.isSpare })
}

function traceEmpty({ trace }: Run, holder: object, key: string | number, target: string): void {
  trace?.empty.push({ holder, key, target, isSpare: trace.isSpare })
}

function conditionListener(run: Run, target: string): MemberListener | undefined {
  return run.trace === undefined ? undefined : (holder, key) => traceValue(run, holder, key, target)
}

function scalarOf(value: unknown): Scalar | undefined {
  const own = isPlainObject(value) ? value[TEXT_MEMBER] : value
  if (typeof own === 'string') return own.trim() === '' ? undefined : own.trim()
  return typeof own === 'number' || typeof own === 'boolean' ? own : undefined
}

function append(list: unknown[], value: unknown): void {
  if (Array.isArray(value)) for (const each of value) list.push(each)
  else if (value !== undefined) list.push(value)
}

function filledList(list: unknown[]): unknown[] | undefined {
  return list.length === 0 ? undefined : list
}

function requireText(value: unknown, key: string, context: RuleContext): string {
  if (typeof value === 'string' && value !== '') return value
  throw context.fail(`${context.place}.${key}`, 'must be a text')
}
