import { parseCategory } from '@utpid/core'
import { foldText } from '../keys/fold-text.ts'
import type { KeyMeaning } from '../mapping/resolve-key.ts'
import { LIST_TARGETS } from '../mapping/resolve-key.ts'
import type { ColumnGuess } from './column-report.ts'
import { APPLIED_CONFIDENCE, type FeedFacts, guessKind } from './guess-kinds.ts'
import { countriesOf } from './plan-coordinates.ts'
import type { PlanDraft } from './plan-draft.ts'

const RANK = 400
/** The confidence of a guess that several columns share. */
const SHARED_CONFIDENCE = 0.6
/** Columns whose values are examined. A feed with more of them has data as column names. */
const MAX_GUESSED = 500

/** Gives columns that no name explains a field by their values, where exactly one column fits a field that is free. */
export function planValues(draft: PlanDraft, isCity: FeedFacts['isCity']): void {
  const free = draft.unexplained().slice(0, MAX_GUESSED)
  if (free.length === 0) return
  const [cities] = draft.columnsOf('location.city')
  const facts: FeedFacts = {
    rows: draft.open.reduce((most, { texts }) => Math.max(most, texts.length), 0),
    countries: countriesOf(draft),
    cities: cities?.texts.map((text) => (text === '' ? undefined : foldText(text))) ?? [],
    isCity,
    namesKind,
  }
  const byTarget = new Map<string, { path: string; guess: ColumnGuess }[]>()
  for (const column of free) {
    if (draft.guesses.has(column.path)) continue
    const guess = guessKind(column, facts)
    if (guess === undefined) continue
    draft.guesses.set(column.path, guess)
    const { target } = guess
    if (target !== undefined) byTarget.set(target, [...(byTarget.get(target) ?? []), { path: column.path, guess }])
  }
  for (const [target, columns] of byTarget) applyGuesses(draft, target, columns)
}

function applyGuesses(
  draft: PlanDraft,
  target: string,
  columns: readonly { readonly path: string; readonly guess: ColumnGuess }[],
): void {
  if (LIST_TARGETS.has(target)) {
    columns.forEach(({ path, guess }, order) => {
      const meaning: KeyMeaning = { kind: 'member', target, order: order + 1 }
      if (guess.confidence >= APPLIED_CONFIDENCE) draft.set(path, meaning, 'value')
    })
    return
  }
  const certain = columns.filter(({ guess }) => guess.confidence >= APPLIED_CONFIDENCE)
  const [only] = certain
  if (only === undefined || isTaken(draft, target)) return
  if (certain.length === 1) {
    draft.set(only.path, { kind: 'field', target, rank: RANK }, 'value')
    return
  }
  for (const { path, guess } of certain) draft.guesses.set(path, { ...guess, confidence: SHARED_CONFIDENCE })
}

/** Returns whether another column fills the field, or a part of it. */
function isTaken(draft: PlanDraft, target: string): boolean {
  if (draft.has(target)) return true
  if (target === 'location.address') return draft.has('location.street')
  return target === 'location.coordinates' && draft.has('location.latitude')
}

const MAX_KIND_WORDS = 12

/** Returns whether a word of a name is a kind of product: `Hotel Ritz`. */
function namesKind(text: string): boolean {
  const words = text.split(/[\s,()-]+/).slice(0, MAX_KIND_WORDS)
  return words.some((word) => word.length > 3 && parseCategory(word).known)
}
