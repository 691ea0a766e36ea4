import type { ImportSource, ImportSummary, ImportSummaryCounts } from '../../model/import-summary.ts'
import type { Rejection, Repair } from '../../model/repair.ts'
import type { SupplierRecord } from '../../model/supplier-record.ts'
import { validationError } from '../../model/validation-error.ts'
import { emptyCommit } from '../../storage/commit.ts'
import { cutText } from '../../text/cut-text.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { type Advice, importAdvice } from './supplier-advice.ts'

/** The description of an import for its summaries. */
export interface SummaryOptions {
  /**
   * Where the records come from, for the stored summary. A function is called after the last record, when for example
   * the ignored columns are known.
   */
  readonly source?: ImportSource | (() => ImportSource)
  /**
   * The id of the import, if it may be repeated after an interruption. Only the first summary of each id is stored: as
   * many hours long as an idempotency key.
   */
  readonly importId?: string
  /**
   * The counts of an earlier part of this import, which was interrupted. If the import has one supplier, its summary
   * adds them. Reasons of rejections and repairs cover only this part.
   */
  readonly earlier?: Readonly<Partial<Record<string, number>>>
}

type Counts = { -readonly [Name in keyof ImportSummaryCounts]: number }
type CountName = keyof ImportSummaryCounts
/** The outcomes of accepted records. */
type RecordOutcome = Exclude<CountName, 'rejected' | 'repaired' | 'deactivated'>

interface Draft {
  readonly counts: Counts
  readonly rejections: Record<string, number>
  readonly repairs: Record<string, number>
  readonly categories: { stated: number; inferred: number; unknown: number; missing: number }
  full?: true
}

const MAX_TEXT_CHARACTERS = 200
const MAX_IGNORED_COLUMNS = 50

/** Counts an import by supplier, and stores a summary for each supplier at its end. */
export class ImportSummaries {
  readonly #context: RegistryContext
  readonly #options: SummaryOptions
  readonly #startedAt: string
  readonly #drafts = new Map<string, Draft>()
  /** Rejected records without a readable supplier. */
  readonly #unassigned = newDraft()

  constructor(context: RegistryContext, options: SummaryOptions) {
    checkSource(options.source)
    this.#context = context
    this.#options = options
    this.#startedAt = now(context)
  }

  /** Counts an accepted record. */
  addRecord(
    { supplier, category }: Pick<SupplierRecord, 'supplier' | 'category'>,
    outcome: RecordOutcome,
    repairs: readonly Repair[],
    isRepaired: boolean,
  ): void {
    const draft = this.#draftOf(supplier)
    draft.counts[outcome]++
    if (isRepaired) draft.counts.repaired++
    const codes = addRepairs(draft, repairs)
    if (codes.has('category_unknown')) draft.categories.unknown++
    else if (codes.has('category_inferred')) draft.categories.inferred++
    else if (category === undefined) draft.categories.missing++
    else draft.categories.stated++
  }

  addRejection(
    { code, of }: Rejection,
    supplier: string | undefined,
    repairs: readonly Repair[],
    isRepaired: boolean,
  ): void {
    const id = of?.supplier ?? supplier
    const draft = id === undefined ? this.#unassigned : this.#draftOf(id)
    draft.counts.rejected++
    if (isRepaired) draft.counts.repaired++
    draft.rejections[code] = (draft.rejections[code] ?? 0) + 1
    addRepairs(draft, repairs)
  }

  /** Moves one record to another outcome. */
  move(supplier: string, from: CountName, to: CountName): void {
    const { counts } = this.#draftOf(supplier)
    counts[from]--
    counts[to]++
  }

  /** Counts a removal. A record that had ended before, or that another process has written, does not count. */
  addRemoval(supplier: string, outcome: string): void {
    if (outcome === 'removed') this.#draftOf(supplier).counts.deactivated++
  }

  addFull({ supplier, deactivated }: { readonly supplier: string; readonly deactivated: number }): void {
    const draft = this.#draftOf(supplier)
    draft.full = true
    draft.counts.deactivated += deactivated
  }

  /**
   * Stores the summaries of the suppliers whose records the import changed, deactivated or rejected. An import without
   * such a record stores nothing, so repeating an import has no effect.
   *
   * @returns The number of the change with the summaries; undefined if there is none.
   */
  async store(): Promise<number | undefined> {
    const rows = this.#summaries().filter((row) => this.#context.suppliers.has(row.supplier) && isWorthStoring(row))
    if (rows.length === 0) return undefined
    const { importId } = this.#options
    return await this.#context.writes.runExclusive(async () => {
      const { ledger } = this.#context
      const base = (await ledger.head()).change
      const commit = { ...emptyCommit(now(this.#context), base), imports: rows }
      const key = importId === undefined ? {} : { idempotencyKey: `import ${importId}` }
      return (await ledger.commit({ ...commit, ...key })).change
    })
  }

  /** Returns the advice that follows from the import of all suppliers together. Call it before the summaries are stored. */
  advice(): Advice[] {
    const total = newDraft()
    for (const draft of [...this.#drafts.values(), this.#unassigned]) addDraft(total, draft)
    return importAdvice({ ...total, source: this.#source() })
  }

  #source(): ImportSource {
    const { source } = this.#options
    return storedSource(typeof source === 'function' ? source() : source)
  }

  #summaries(): ImportSummary[] {
    const { earlier } = this.#options
    const given = this.#source()
    const [single] = this.#drafts.size === 1 ? [...this.#drafts.values()] : []
    if (single !== undefined) addDraft(single, this.#unassigned)
    if (single !== undefined && earlier !== undefined) addCounts(single.counts, earlier)
    const { unreadable, ...shared } = given
    const kept = single !== undefined && unreadable !== undefined ? { ...shared, unreadable } : shared
    return [...this.#drafts].map(([supplier, draft]) => ({
      supplier,
      change: 0,
      startedAt: this.#startedAt,
      finishedAt: now(this.#context),
      ...draft,
      ...(earlier === undefined ? {} : { resumed: true as const }),
      ...(Object.keys(kept).length === 0 ? {} : { source: kept }),
    }))
  }

  #draftOf(supplier: string): Draft {
    let draft = this.#drafts.get(supplier)
    if (draft === undefined) {
      draft = newDraft()
      this.#drafts.set(supplier, draft)
    }
    return draft
  }
}

function newDraft(): Draft {
  return {
    counts: {
      linked: 0,
      created: 0,
      alerted: 0,
      updated: 0,
      unchanged: 0,
      suppressed: 0,
      rejected: 0,
      superseded: 0,
      repaired: 0,
      deactivated: 0,
    },
    rejections: {},
    repairs: {},
    categories: { stated: 0, inferred: 0, unknown: 0, missing: 0 },
  }
}

/** Counts each repair code of a record once. */
function addRepairs({ repairs: totals }: Draft, repairs: readonly Repair[]): ReadonlySet<string> {
  const codes = new Set(repairs.map(({ code }) => code))
  for (const code of codes) totals[code] = (totals[code] ?? 0) + 1
  return codes
}

function addDraft(draft: Draft, other: Draft): void {
  addCounts(draft.counts, other.counts)
  for (const name of ['rejections', 'repairs'] as const) {
    for (const [code, amount] of Object.entries(other[name])) draft[name][code] = (draft[name][code] ?? 0) + amount
  }
  const { categories } = draft
  for (const name of Object.keys(categories) as (keyof typeof categories)[]) categories[name] += other.categories[name]
}

function addCounts(counts: Counts, amounts: Readonly<Partial<Record<string, number>>>): void {
  for (const name of Object.keys(counts) as CountName[]) counts[name] += amounts[name] ?? 0
}

function isWorthStoring({ counts, source }: ImportSummary): boolean {
  const { linked, created, alerted, updated, deactivated, rejected } = counts
  return linked + created + alerted + updated + deactivated + rejected + (source?.unreadable ?? 0) > 0
}

function checkSource(source: unknown): void {
  if (source === undefined || typeof source === 'function') return
  if (typeof source === 'object' && source !== null && !Array.isArray(source)) return
  throw validationError('source must be an object such as { file: "hotels.csv" }, or a function that returns one.')
}

/** Returns the fields of a source that are stored, with cut texts. Fields of another type are left out. */
function storedSource(source: ImportSource | undefined): ImportSource {
  if (source === undefined) return {}
  const { file, format, actor, unreadable, ignored } = source
  const columns = (Array.isArray(ignored) ? ignored : [])
    .slice(0, MAX_IGNORED_COLUMNS)
    .map(({ column, filled, guess }) => ({
      column: cut(column),
      filled: Math.min(1, Math.max(0, Number(filled) || 0)),
      ...(typeof guess === 'string' ? { guess: cut(guess) } : {}),
    }))
  return {
    ...texts({ file, format, actor }),
    ...(Number.isSafeInteger(unreadable) && (unreadable as number) > 0 ? { unreadable: unreadable as number } : {}),
    ...(columns.length === 0 ? {} : { ignored: columns }),
  }
}

function texts(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(given.map(([name, text]) => [name, cut(text)]))
}

function cut(text: string): string {
  return cutText(String(text), MAX_TEXT_CHARACTERS)
}
