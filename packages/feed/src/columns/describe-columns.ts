import { defined } from '@utpid/core/storage'
import type { RemovalCondition } from '../mapping/condition.ts'
import { foldKey } from '../mapping/field-key.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { targetOf } from '../mapping/record-target.ts'
import { containerScope, type KeyMeaning, resolveKey } from '../mapping/resolve-key.ts'
import { ColumnNames } from '../mapping/row-columns.ts'
import type { Recipe } from '../recipe/recipe.ts'
import type { ColumnCensus, CountedColumn } from './column-census.ts'
import { type ColumnReport, type ColumnSource, type ColumnUse, REMOVED_TARGET } from './column-report.ts'
import type { PlannedColumns } from './plan-columns.ts'

const CONSTANT_CHARACTERS = 80

/** The options of the reading that decide what columns became. */
export interface ColumnOptions {
  readonly planned: PlannedColumns | undefined
  readonly mapping: Mapping | undefined
  readonly recipe: Pick<Recipe, 'useOf'> | undefined
  readonly removedWhen: readonly RemovalCondition[]
}

/** Returns what became of each column of a feed, in the order of the feed. */
export function describeColumns(
  census: ColumnCensus,
  { planned, mapping, recipe, removedWhen }: ColumnOptions,
): ColumnReport {
  const counted = census.columns()
  const names = new ColumnNames(counted.map(({ path }) => path))
  const mapped = new Map<string, string[]>()
  for (const { target, column } of mapping?.columns ?? []) {
    const path = names.find(column) ?? column
    mapped.set(path, [...(mapped.get(path) ?? []), target])
  }
  const removing = new Set(
    removedWhen.map(({ field }) => field.replace(/^extra\./, '')).map((field) => names.find(field) ?? field),
  )
  return {
    rows: census.rows,
    columns: counted.map((column) => {
      const use = recipe === undefined ? useOf(column, planned, mapped) : useOfRecipe(column, recipe)
      return use.targets.length === 0 && pathsTo(column.names).some((path) => removing.has(path))
        ? { ...use, targets: [REMOVED_TARGET], by: 'removal' as const }
        : use
    }),
    more: census.further,
    constants: (mapping?.constants ?? []).map(({ target, value }) => ({
      target,
      value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, CONSTANT_CHARACTERS),
    })),
  }
}

function useOfRecipe({ path, names, filled, kept, examples }: CountedColumn, recipe: Pick<Recipe, 'useOf'>): ColumnUse {
  const use = recipe.useOf([...names])
  const base = { path, filled, examples, kept }
  if (use === undefined) return { ...base, targets: [] }
  return { ...base, targets: use.targets, by: 'recipe', ...defined({ reason: use.reason }) }
}

function useOf(
  { path, names, filled, kept, examples }: CountedColumn,
  planned: PlannedColumns | undefined,
  mapped: ReadonlyMap<string, readonly string[]>,
): ColumnUse {
  const plain = names.join('.')
  const guess = planned?.guesses.get(plain)
  const base = { path, filled, examples, kept, ...defined({ guess }) }
  for (const each of pathsTo(names)) {
    const targets = mapped.get(each)
    if (targets !== undefined) return { ...base, kept: 0, targets, by: 'mapping' }
  }
  const found = filled > kept ? meaningOf(names, planned) : undefined
  return found === undefined ? { ...base, targets: [] } : { ...base, targets: [found.target], by: found.by }
}

interface Found {
  readonly target: string
  readonly by: ColumnSource
}

/** Follows a path like `toRecord` follows the members of a row. */
function meaningOf(parts: readonly string[], planned: PlannedColumns | undefined): Found | undefined {
  for (let at = 0; at < parts.length; at++) {
    const path = parts.slice(0, at + 1).join('.')
    const key = parts[at] as string
    const rest = parts.slice(at + 1)
    const meaning = planned?.plan.meanings.get(path)
    if (meaning !== undefined) return foundOf(meaning, planned?.sources.get(path) ?? 'name')
    if (rest.length > 0) {
      if (planned?.plan.opened.has(path) === true) continue
      const folded = foldKey(key)
      if (folded === 'ref' || folded === 'reference') return { target: 'identifiers', by: 'name' }
      const scope = resolveKey(key)?.kind === 'extra' ? undefined : containerScope(key)
      if (scope !== undefined) return memberOf(scope, rest, path, planned)
    }
    return foundOf(resolveKey(key), 'name')
  }
  return undefined
}

/** Returns the meaning of a member of an object that is a part of the record. */
function memberOf(
  scope: string,
  [name = '', ...rest]: readonly string[],
  parent: string,
  planned: PlannedColumns | undefined,
): Found | undefined {
  const path = `${parent}.${name}`
  const planning = planned?.plan.meanings.get(path)
  if (planning !== undefined) return foundOf(planning, planned?.sources.get(path) ?? 'name')
  if (scope === 'location' && rest.length > 0 && containerScope(name) === 'location') {
    return memberOf(scope, rest, path, planned)
  }
  // The type of a GeoJSON point belongs to its coordinates.
  if (scope === 'location' && name === 'type') return { target: 'location.coordinates', by: 'name' }
  return foundOf(resolveKey(name), 'name')
}

function foundOf(meaning: KeyMeaning | undefined, by: ColumnSource): Found | undefined {
  if (meaning?.kind === 'extra') return { target: 'extra', by }
  if (meaning?.kind === 'subtypes') return { target: 'category', by }
  const target = targetOf(meaning)
  return target === undefined ? undefined : { target, by }
}

/** Returns a path and the paths of the objects that contain it, innermost first. */
function pathsTo(parts: readonly string[]): string[] {
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('.'))
}
