import type { AbortSignalLike } from '../environment.ts'
import { RegistryError } from '../model/registry-error.ts'
import { parseSupplierId } from '../repair/parse-record.ts'
import { readInChunks } from '../storage/read-in-chunks.ts'
import type { RecordId } from '../storage/rows.ts'
import { quoted } from './check-arguments.ts'
import { checkSignal } from './check-signal.ts'
import { endRecords, recordsOfSupplier } from './end-records.ts'
import type { RegistryContext } from './registry-context.ts'

/** What became of a supplier's records that did not come in a full feed. */
export interface FullFeedReport {
  readonly supplier: string
  /** Active records before the feed. */
  readonly known: number
  /** Of those, the ones that did not come. */
  readonly missing: number
  /** Of those, the ones that ended now. */
  readonly ended: number
  /** True when more is missing than is allowed: none of them ended. */
  readonly refused: boolean
  /** The last change. */
  readonly change: number
}

/** A feed that is truncated loses far more than this; a supplier's week rarely does. */
const DEFAULT_LOSS = 0.1

/** Watches what comes of suppliers that send all they have, and ends the rest. */
export class FullFeed {
  readonly #context: RegistryContext
  readonly #allowLoss: number
  readonly #known: ReadonlyMap<string, number>
  readonly #met = new Map<string, Set<RecordId>>()
  readonly #rejected = new Map<string, Set<string>>()

  private constructor(context: RegistryContext, allowLoss: number, known: ReadonlyMap<string, number>) {
    this.#context = context
    this.#allowLoss = allowLoss
    this.#known = known
  }

  /**
   * @param supplier - Whose feed it is, if one was named: of an empty feed, all of its records are missing.
   * @throws {@link RegistryError} `validation_failed`
   */
  static async begin(
    context: RegistryContext,
    supplier: string | undefined,
    allowLoss: number = DEFAULT_LOSS,
  ): Promise<FullFeed> {
    if (!(typeof allowLoss === 'number' && allowLoss >= 0 && allowLoss <= 1)) {
      throw new RegistryError('validation_failed', `allowLoss is ${quoted(allowLoss)}; it must be a share of 0 to 1.`)
    }
    const known = new Map<string, number>()
    for (const [name, total] of await context.ledger.counters()) {
      if (name.startsWith(COUNTER)) known.set(name.slice(COUNTER.length), total)
    }
    const feed = new FullFeed(context, allowLoss, known)
    if (supplier === undefined) return feed
    const id = parseSupplierId(supplier)
    if (id === undefined) {
      throw new RegistryError('validation_failed', `${quoted(supplier)} cannot be made a supplier id.`)
    }
    feed.#met.set(id, new Set())
    return feed
  }

  met(supplier: string, id: RecordId): void {
    const ids = this.#met.get(supplier)
    if (ids === undefined) this.#met.set(supplier, new Set([id]))
    else ids.add(id)
  }

  /** A record that came but could not be used: what is known of it stays. */
  metCode({ supplier, code }: { readonly supplier: string; readonly code: string }): void {
    const codes = this.#rejected.get(supplier)
    if (codes === undefined) this.#rejected.set(supplier, new Set([code]))
    else codes.add(code)
  }

  /** Ends what did not come, supplier by supplier. */
  async end(signal: AbortSignalLike | undefined): Promise<FullFeedReport[]> {
    const reports: FullFeedReport[] = []
    for (const supplier of new Set([...this.#met.keys(), ...this.#rejected.keys()])) {
      const known = this.#known.get(supplier) ?? 0
      const missing = known === 0 ? [] : await this.#missingOf(supplier, signal)
      const refused = missing.length > known * this.#allowLoss
      const { ended, change } = refused
        ? { ended: 0, change: (await this.#context.ledger.head()).change }
        : await endRecords(this.#context, missing)
      reports.push({ supplier, known, missing: missing.length, ended, refused, change })
    }
    return reports
  }

  async #missingOf(supplier: string, signal: AbortSignalLike | undefined): Promise<RecordId[]> {
    const met = this.#met.get(supplier)
    const rejected = this.#rejected.get(supplier)
    const missing: RecordId[] = []
    for await (const page of recordsOfSupplier(this.#context, supplier)) {
      checkSignal(signal)
      const unmet = page.filter((id) => met?.has(id) !== true)
      for (const stored of await readInChunks(unmet, (ids) => this.#context.ledger.getRecords(ids))) {
        if (stored?.link !== undefined && rejected?.has(stored.row.record.code) !== true) missing.push(stored.row.id)
      }
      await this.#context.yield()
    }
    return missing
  }
}

/** Of active records, see `grouping/counter-changes.ts`. */
const COUNTER = 'records.supplier.'
