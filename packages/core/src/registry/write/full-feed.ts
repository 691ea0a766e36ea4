import { RECORDS_OF_SUPPLIER } from '../../golden-record/counter-changes.ts'
import { parseSupplierId } from '../../ingest/parse-record.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ChangeNumber, RecordId } from '../../storage/rows.ts'
import { quoted } from '../context/check-arguments.ts'
import { checkSignal } from '../context/check-signal.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { endRecords, recordsOfSupplier } from './end-records.ts'

/** What became of a supplier's records that did not come in a full feed. */
export interface FullFeedReport {
  readonly supplier: string
  /** Active records before the feed. */
  readonly known: number
  /** Of those, the ones that did not come. */
  readonly missing: number
  /** Did not come either, but somebody else has written them since the feed began: they stay, and are not missing. */
  readonly spared: number
  /** Of the missing ones, those that ended now. */
  readonly ended: number
  /** True when more is missing than is allowed: none of them ended. */
  readonly refused: boolean
  /** The last change. */
  readonly change: number
}

/** A feed that is truncated loses far more than this; a supplier's week rarely does. */
const DEFAULT_LOSS = 0.1

/** Changes of an import name hundreds of records each. */
import type { StepResult } from './take-step.ts'

const CHANGES_A_PAGE = 50

interface FeedBeginning {
  /** The last change before it. */
  readonly change: ChangeNumber
  /** ISO 8601 UTC. */
  readonly at: string
  /** Active records by supplier. */
  readonly known: ReadonlyMap<string, number>
}

/** An active record that did not come. */
interface UnmetRecord {
  readonly id: RecordId
  readonly revision: number
  readonly updatedAt: string
}

/** Watches what comes of suppliers that send all they have, and ends the rest. */
export class FullFeed {
  readonly #context: RegistryContext
  readonly #allowLoss: number
  readonly #begun: FeedBeginning
  readonly #met = new Map<string, Set<RecordId>>()
  readonly #rejected = new Map<string, Set<string>>()

  private constructor(context: RegistryContext, allowLoss: number, begun: FeedBeginning) {
    this.#context = context
    this.#allowLoss = allowLoss
    this.#begun = begun
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
    const { change } = await context.ledger.head()
    const known = new Map<string, number>()
    for (const [name, total] of await context.ledger.counters()) {
      if (name.startsWith(RECORDS_OF_SUPPLIER)) known.set(name.slice(RECORDS_OF_SUPPLIER.length), total)
    }
    const feed = new FullFeed(context, allowLoss, { change, at: now(context), known })
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
  async end(signal: AbortSignalLike | undefined, onStep: (step: StepResult) => void): Promise<FullFeedReport[]> {
    const reports: FullFeedReport[] = []
    for (const supplier of new Set([...this.#met.keys(), ...this.#rejected.keys()])) {
      const known = this.#begun.known.get(supplier) ?? 0
      const unmet = known === 0 ? [] : await this.#unmetOf(supplier, signal)
      const written = await this.#writtenSince(unmet, signal)
      const missing = new Map(unmet.flatMap(({ id, revision }) => (written.has(id) ? [] : [[id, revision] as const])))
      const refused = missing.size > known * this.#allowLoss
      const { ended, change } = refused
        ? { ended: 0, change: (await this.#context.ledger.head()).change }
        : await endRecords(this.#context, [...missing.keys()], new Map(missing), onStep)
      // Whoever was faster than the last step has written the record, too.
      const late = refused ? 0 : missing.size - ended
      reports.push({
        supplier,
        known,
        missing: missing.size - late,
        spared: written.size + late,
        ended,
        refused,
        change,
      })
    }
    return reports
  }

  async #unmetOf(supplier: string, signal: AbortSignalLike | undefined): Promise<UnmetRecord[]> {
    const met = this.#met.get(supplier)
    const rejected = this.#rejected.get(supplier)
    const found: UnmetRecord[] = []
    for await (const page of recordsOfSupplier(this.#context, supplier)) {
      checkSignal(signal)
      const unmet = page.filter((id) => met?.has(id) !== true)
      for (const stored of await readInChunks(unmet, (ids) => this.#context.ledger.getRecords(ids))) {
        if (stored?.link === undefined || rejected?.has(stored.row.record.code) === true) continue
        const { id, revision, updatedAt } = stored.row
        found.push({ id, revision, updatedAt })
      }
      await this.#context.yield()
    }
    return found
  }

  /**
   * Which of some records were written since the feed began. By the changes since then and not by the clock, since that
   * of another writer may be wrong: a record says when it was written, in the time of its step.
   */
  async #writtenSince(records: readonly UnmetRecord[], signal: AbortSignalLike | undefined): Promise<Set<RecordId>> {
    const written = new Set<RecordId>()
    if (records.length === 0) return written
    const { ledger } = this.#context
    const writtenAt = new Map(records.map(({ id, updatedAt }) => [id, updatedAt]))
    try {
      for (let after = this.#begun.change; ; ) {
        checkSignal(signal)
        const changes = await ledger.changes(after, CHANGES_A_PAGE)
        for (const { at, records: touched } of changes) {
          for (const id of touched) if (writtenAt.get(id) === at) written.add(id)
        }
        const last = changes.at(-1)
        if (last === undefined) return written
        after = last.change
        await this.#context.yield()
      }
    } catch (error) {
      if (!(error instanceof RegistryError) || error.code !== 'changes_expired') throw error
      // The feed took longer than changes are kept: then the clock has to do.
      return new Set(records.flatMap(({ id, updatedAt }) => (updatedAt < this.#begun.at ? [] : [id])))
    }
  }
}
