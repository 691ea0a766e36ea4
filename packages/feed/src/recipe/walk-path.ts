import { isPlainObject } from '../json/plain-object.ts'
import { ANY_MEMBER, type PathCondition, type PathStep, type RecipePath, TEXT_MEMBER } from './recipe-path.ts'

/** An element of a row that a rule reads, with the elements that contain it. */
export interface Element {
  readonly value: unknown
  /** The object or list that contains the value, and the key of the value in it. */
  readonly holder: object | undefined
  readonly key: string | number
  /** The element of the enclosing `each`. */
  readonly parent: Element | undefined
}

/** A function that receives each value of a path. It returns true to end the walk. */
export type ValueVisitor = (value: unknown, holder: object, key: string | number) => boolean

/** Calls the visitor for each value at a path, in the order of the row. Absent values and null are omitted. */
export function walkPath(path: RecipePath, element: Element, visit: ValueVisitor, onCondition?: MemberListener): void {
  let from: Element | undefined = element
  for (let up = 0; up < path.up; up++) from = from?.parent
  if (from === undefined) return
  walk(from.value, from.holder ?? OUTSIDE, from.key, path.steps, 0, visit, onCondition)
}

/** A function that receives a member that a fulfilled condition reads. */
export type MemberListener = (holder: object, key: string) => void

const OUTSIDE = {}

/** @returns True if the visitor ended the walk. */
function walk(
  value: unknown,
  holder: object,
  key: string | number,
  steps: readonly PathStep[],
  at: number,
  visit: ValueVisitor,
  onCondition: MemberListener | undefined,
): boolean {
  if (value === null || value === undefined) return false
  if (Array.isArray(value)) {
    const { where = NO_CONDITIONS, index: only } = steps[at - 1] ?? {}
    for (let index = only ?? 0; index < (only === undefined ? value.length : only + 1); index++) {
      const entry: unknown = value[index]
      if (where.length > 0 && !Array.isArray(entry) && !meetsAll(where, entry, onCondition)) continue
      if (walk(entry, value, index, steps, at, visit, onCondition)) return true
    }
    return false
  }
  const step = steps[at]
  if (step === undefined) return visit(value, holder, key)
  if (!isPlainObject(value)) return false
  if (step.name === ANY_MEMBER) {
    for (const name of Object.keys(value)) if (enter(value, name, steps, at, visit, onCondition)) return true
    return false
  }
  return Object.hasOwn(value, step.name) && enter(value, step.name, steps, at, visit, onCondition)
}

const NO_CONDITIONS: readonly PathCondition[] = []

function enter(
  value: Record<string, unknown>,
  name: string,
  steps: readonly PathStep[],
  at: number,
  visit: ValueVisitor,
  onCondition: MemberListener | undefined,
): boolean {
  const child = value[name]
  const { where } = steps[at] as PathStep
  // A list checks the conditions for each of its entries.
  if (where.length > 0 && !Array.isArray(child) && !meetsAll(where, child, onCondition)) return false
  return walk(child, value, name, steps, at + 1, visit, onCondition)
}

function meetsAll(where: readonly PathCondition[], value: unknown, onCondition: MemberListener | undefined): boolean {
  for (const condition of where) if (!meets(condition, value)) return false
  if (onCondition !== undefined && isPlainObject(value)) for (const { member } of where) onCondition(value, member)
  return true
}

function meets({ member, values, not }: PathCondition, value: unknown): boolean {
  const found = memberText(value, member)
  return (values === undefined ? found !== undefined : found !== undefined && values.has(found)) !== not
}

function memberText(value: unknown, member: string): string | undefined {
  if (member === TEXT_MEMBER && !isPlainObject(value)) return textOf(value)
  if (!isPlainObject(value) || !Object.hasOwn(value, member)) return undefined
  const found = value[member]
  return textOf(isPlainObject(found) ? found[TEXT_MEMBER] : found)
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
