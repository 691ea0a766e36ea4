import type { ColumnPlan } from '../mapping/column-plan.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { targetOf } from '../mapping/record-target.ts'
import { type KeyMeaning, resolveKey } from '../mapping/resolve-key.ts'
import { contradicts, supportedTarget } from './ambiguous-names.ts'
import type { ColumnGuess, ColumnSource } from './column-report.ts'
import { openedObjects } from './opened-objects.ts'
import { planCoordinates } from './plan-coordinates.ts'
import { PlanDraft } from './plan-draft.ts'
import { planValues } from './plan-values.ts'
import { repeatedPrefix, withoutPrefix } from './repeated-prefix.ts'
import { type SampleColumn, sampleColumns } from './sample-columns.ts'

/** Rows that are read before the columns get their meanings. */
export const SAMPLED_ROWS = 200

/** The meanings of the columns of a feed, with their reasons. */
export interface PlannedColumns {
  readonly plan: ColumnPlan
  /** How a column got its meaning, for the meanings of the plan. */
  readonly sources: ReadonlyMap<string, ColumnSource>
  /** The probable meanings of columns by their values, also of those that became no field. */
  readonly guesses: ReadonlyMap<string, ColumnGuess>
  /** Whether the names alone explain every column, so that more rows would change nothing. */
  readonly isClear: boolean
}

/** Knowledge of the caller about the places in a feed. */
export interface PlaceKnowledge {
  /** Returns whether a text is the name of a city, for columns that no name explains. */
  readonly isCity?: ((text: string) => boolean) | undefined
}

/** Rank of a meaning that an alias without a word of the column, or the values, give. */
const SUPPORTED_RANK = 300
/** A member of an object comes after a column of the row itself. */
const LEVEL_RANK = 50

/**
 * Finds the meaning of each column of the first rows: by its name, by its name with the support of values, and by its
 * values alone. A clear name is never overridden by values. The order of the columns does not matter.
 */
export function planColumns(
  rows: readonly Record<string, unknown>[],
  mapping: Mapping | undefined,
  { isCity }: PlaceKnowledge = {},
): PlannedColumns {
  const columns = sampleColumns(rows)
  const opened = openedObjects(columns)
  const draft = new PlanDraft(columns, mapping, opened)
  nameColumns(draft)
  const isClear = columns.length > 0 && draft.unexplained().length === 0 && draft.doubtful === 0
  planCoordinates(draft)
  planValues(draft, isCity)
  promoteName(draft)
  return { plan: { meanings: draft.meanings, opened }, sources: draft.sources, guesses: draft.guesses, isClear }
}

/** Gives columns the meanings of their names. */
function nameColumns(draft: PlanDraft): void {
  const prefix = repeatedPrefix(draft.rowKeys)
  const pending: SampleColumn[] = []
  for (const column of draft.open) {
    const { key, path } = column
    const meaning = resolveKey(key) ?? withPrefixRemoved(key, prefix)
    const target = targetOf(meaning)
    if (meaning === undefined || (target !== undefined && contradicts(target, column))) {
      if (meaning !== undefined) {
        draft.set(path, { kind: 'none' }, 'name')
        draft.doubtful += 1
      }
      pending.push(column)
      continue
    }
    const isNested = column.parent !== ''
    if (meaning !== resolveKey(key) || isNested) draft.set(path, deeper(meaning, column), 'name')
    else draft.know(path, meaning)
  }
  // A second pass, since an ambiguous name may need the column of another field.
  for (const column of pending) {
    const target =
      supportedTarget(column, column.key, (each) => draft.has(each)) ??
      supportedTarget(column, withoutPrefix(column.key, prefix ?? '') ?? '', (each) => draft.has(each))
    if (target === undefined || draft.has(target)) continue
    draft.set(column.path, { kind: 'field', target, rank: SUPPORTED_RANK }, 'name')
    draft.doubtful += 1
  }
}

function withPrefixRemoved(key: string, prefix: string | undefined): KeyMeaning | undefined {
  const rest = prefix === undefined ? undefined : withoutPrefix(key, prefix)
  return rest === undefined ? undefined : resolveKey(rest)
}

function deeper(meaning: KeyMeaning, { path }: SampleColumn): KeyMeaning {
  const levels = path.split('.').length - 1
  return meaning.kind === 'field' ? { ...meaning, rank: meaning.rank + LEVEL_RANK * Math.min(levels, 4) } : meaning
}

/** A feed with names by language only: one of them is the name. */
function promoteName(draft: PlanDraft): void {
  if (draft.has('name')) return
  const names = draft.open.filter(({ path }) => draft.meaningOf(path)?.kind === 'altName')
  const languageOf = (path: string): string => {
    const meaning = draft.meaningOf(path)
    return meaning?.kind === 'altName' ? (meaning.language ?? '') : ''
  }
  const [best] = [...names].sort(
    (a, b) =>
      b.filled.length - a.filled.length ||
      Number(languageOf(b.path) === 'en') - Number(languageOf(a.path) === 'en') ||
      (a.path < b.path ? -1 : 1),
  )
  if (best !== undefined) draft.set(best.path, { kind: 'field', target: 'name', rank: SUPPORTED_RANK }, 'name')
}
