import type { ProductDraft } from '../../clustering/product-draft.ts'
import type { RecordId, RecordRow } from '../../storage/rows.ts'
import { IdMap } from '../context/id-map.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { TransactionResult } from './run-transaction.ts'
import { type SeparatedLink, type SeparatedReason, separatedLinks } from './separated-links.ts'

/** The outcomes of new records. The map stores the position of an outcome in this list. */
const NEW = ['created', 'alerted', 'linked'] as const
type NewOutcome = (typeof NEW)[number]

/** The links that an import separated. */
export interface SeparatedReport {
  /**
   * The number of records that were separated from the other records of their product, by reason. Records that were
   * joined again do not count.
   */
  readonly byReason: Readonly<Partial<Record<SeparatedReason, number>>>
  readonly total: number
  /** The first of these links, at most {@link MAX_SEPARATED_LINKS}. */
  readonly links: readonly SeparatedLink[]
}

type OnMove = (supplier: string, from: NewOutcome, to: NewOutcome) => void

/** The maximum number of links in a report. */
export const MAX_SEPARATED_LINKS = 1_000

/**
 * Updates the outcomes of an import after each transaction. A later batch may link a record that was created, or
 * separate a record that was linked.
 */
export class CurrentOutcomes {
  readonly #context: Pick<RegistryContext, 'format'>
  readonly #counts: Record<NewOutcome, number>
  readonly #outcomes = new IdMap()
  readonly #onMove: OnMove | undefined
  readonly #separated = new Map<RecordId, SeparatedLink>()

  /**
   * Creates the outcomes of one import.
   *
   * @param counts - Counts of the import. The class adjusts the counts when an outcome changes.
   * @param onMove - A callback for each record whose outcome is computed again.
   */
  constructor(context: Pick<RegistryContext, 'format'>, counts: Record<NewOutcome, number>, onMove?: OnMove) {
    this.#onMove = onMove
    this.#context = context
    this.#counts = counts
  }

  /** Stores the outcome of a new record. The outcomes of all other records are final. */
  note(id: RecordId, outcome: string): void {
    const at = NEW.indexOf(outcome as NewOutcome)
    if (at >= 0) this.#outcomes.set(id, at)
  }

  /**
   * Applies the effects of a transaction on records of earlier transactions.
   *
   * @param own - The records of the transaction. The transaction reports their outcomes.
   */
  follow(step: TransactionResult, own: readonly RecordId[]): void {
    if (step.repeated) return
    const ownRecords = new Set(own)
    const isReported = ({ id }: RecordRow): boolean => ownRecords.has(id) && step.pending.has(id)
    const isNewNow = (row: RecordRow): boolean => isReported(row) && step.pending.get(row.id)?.before === undefined
    for (const draft of step.reclustered.drafts) {
      const { records, competing, id: product } = draft
      const isAlerted = competing.size > 0 || step.standing.has(product)
      const maker = this.#makerOf(draft, isReported, isNewNow)
      for (const { row } of records) {
        if (records.length > 1) this.#separated.delete(row.id)
        const before = this.#outcomes.get(row.id)
        if (before === undefined || isReported(row)) continue
        const makes = records.length === 1 || row === maker
        const now: NewOutcome = !makes ? 'linked' : isAlerted ? 'alerted' : 'created'
        this.#counts[NEW[before] as NewOutcome]--
        this.#counts[now]++
        this.#onMove?.(row.record.supplier, NEW[before] as NewOutcome, now)
        this.#outcomes.set(row.id, NEW.indexOf(now))
      }
    }
    for (const [id, link] of separatedLinks(this.#context, step)) this.#separated.set(id, link)
  }

  /**
   * Returns the record that counts as the maker of a product; undefined if the product existed before the import. Its
   * first maker may have moved to another product.
   */
  #makerOf(
    { records, minted }: ProductDraft,
    isReported: (row: RecordRow) => boolean,
    isNewNow: (row: RecordRow) => boolean,
  ): RecordRow | undefined {
    const rows = records.map(({ row }) => row)
    if (minted) return rows[0]
    const outcomeOf = ({ id }: RecordRow): NewOutcome | undefined => NEW[this.#outcomes.get(id) ?? -1]
    const isMaker = (row: RecordRow): boolean => outcomeOf(row) !== undefined && outcomeOf(row) !== 'linked'
    // The product existed before, unless the import has made the first record into a product of its own.
    if (rows.some((row) => outcomeOf(row) === undefined && !isNewNow(row))) return rows.slice(0, 1).find(isMaker)
    const earlier = rows.filter((row) => !isReported(row))
    return earlier.find(isMaker) ?? earlier[0]
  }

  separated(): SeparatedReport {
    const byReason: Partial<Record<SeparatedReason, number>> = {}
    for (const { reason } of this.#separated.values()) byReason[reason] = (byReason[reason] ?? 0) + 1
    return { total: this.#separated.size, byReason, links: [...this.#separated.values()].slice(0, MAX_SEPARATED_LINKS) }
  }
}
