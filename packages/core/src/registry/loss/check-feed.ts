import { RECORDS_OF_SUPPLIER_PREFIX } from '../../golden-record/counter-changes.ts'
import { parseRecordCode, parseSupplierId } from '../../ingest/parse-record.ts'
import { defined } from '../../model/defined.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import { validationError } from '../../model/validation-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { RecordId, RecordRow } from '../../storage/rows.ts'
import { quoted } from '../context/check-arguments.ts'
import { checkSignal } from '../context/check-signal.ts'
import { IdSet } from '../context/id-set.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { describeLoss, type EndingReason, excessiveLoss, type FeedLoss, type SupplierLoss } from './feed-loss.ts'
import { checkReadableTwice, type RecordSource, recordsOf } from './record-source.ts'
import { recordsOfSupplier } from './records-of-supplier.ts'
import { isRemoval, keyOfCode } from './removal.ts'
import { type Moment, writtenSince } from './written-since.ts'

/** The options of an import that concern the records which it may deactivate. */
export interface LossOptions {
  /** The supplier of records that contain no supplier. */
  readonly supplier?: string
  /**
   * If true, the records are a full feed of their suppliers, and the import deactivates active records that the feed
   * lacks. It deactivates no record if the import is stopped, or if its source fails.
   */
  readonly full?: boolean
  /**
   * If true, the records may contain removals: `{ supplier, code, removed: true }`. A removal deactivates the record of
   * its code. If a code occurs several times, its last row counts.
   */
  readonly removals?: boolean
  /**
   * The share of a supplier's active records that an import may deactivate, 0 to 1. Default: 0.1. An import with `full` or
   * `removals` counts these records before it writes anything.
   */
  readonly allowLoss?: number
  /**
   * A function that is called if more records would end than allowed, before anything is written. If it returns true, the
   * import continues. Default: the import fails with `excessive_loss`.
   */
  readonly onLoss?: (loss: FeedLoss) => boolean | Promise<boolean>
  readonly signal?: AbortSignalLike
}

/** The records that an import may deactivate. */
export interface CheckedFeed {
  /** The time before the first reading. */
  readonly start: Moment
  /** The number of inputs. */
  readonly read: number
  /** For a full feed, the suppliers of its records with their active records before the import. */
  readonly known: ReadonlyMap<string, number>
  /** For a full feed, the active records that are missing from it, by supplier. */
  readonly missing: ReadonlyMap<string, ReadonlySet<RecordId>>
  /** The codes whose last row removes them; see {@link keyOfCode}. */
  readonly removedCodes: ReadonlySet<string>
  /** The content hashes of active records that are removed. */
  readonly removed: ReadonlyMap<RecordId, string>
  /** Active records that the feed lacks or removes, but that another process wrote during the check. They stay active. */
  readonly writtenMeanwhile: ReadonlyMap<RecordId, string>
}

/**
 * The default share of records that an import may deactivate. A truncated feed loses far more records, and a supplier
 * rarely loses that many in a week.
 */
const DEFAULT_ALLOWED_LOSS = 0.1

/** The number of codes to look up at once. */
const CODES_PER_LOOKUP = 500

/** Returns the given share, or the default. @throws {@link RegistryError} `validation_failed` */
export function checkAllowedLoss(allowLoss: unknown = DEFAULT_ALLOWED_LOSS): number {
  if (typeof allowLoss === 'number' && allowLoss >= 0 && allowLoss <= 1) return allowLoss
  throw validationError(`allowLoss is ${quoted(allowLoss)}; it must be a share of 0 to 1.`)
}

/**
 * Reads the codes of a feed before anything is written, and finds the records that would end.
 *
 * @returns Undefined for an import that deactivates nothing.
 * @throws {@link RegistryError} `validation_failed`, `excessive_loss`; errors of the source.
 */
export async function checkFeed(
  context: RegistryContext,
  source: RecordSource,
  options: LossOptions,
): Promise<CheckedFeed | undefined> {
  const { full, removals, onLoss, signal } = options
  if (full !== true && removals !== true) return undefined
  const allowLoss = checkAllowedLoss(options.allowLoss)
  if (onLoss !== undefined && typeof onLoss !== 'function') throw validationError('onLoss must be a function.')
  checkReadableTwice(source)
  const check = await FeedCheck.start(context, options)
  await check.read(recordsOf(source, 'check'))
  const checked = await check.result()
  const suppliers = check.losses(allowLoss)
  if (!suppliers.some(({ isExcessive }) => isExcessive)) return checked
  const loss = await describeLoss(context, reasonsOf(checked), { suppliers, allowLoss }, signal)
  const isAccepted = (await onLoss?.(loss)) === true
  checkSignal(signal)
  if (!isAccepted) throw excessiveLoss(loss)
  return checked
}

function reasonsOf({ missing, removed }: CheckedFeed): Map<RecordId, EndingReason> {
  const reasons = new Map<RecordId, EndingReason>()
  for (const ids of missing.values()) for (const id of ids) reasons.set(id, 'missing')
  for (const id of removed.keys()) reasons.set(id, 'removed')
  return reasons
}

/** An active record that the feed lacks or removes. */
type Candidate = Pick<RecordRow, 'id' | 'contentHash' | 'updatedAt'> & { readonly supplier: string }

class FeedCheck {
  readonly #context: RegistryContext
  readonly #options: LossOptions
  readonly #start: Moment
  /** The active records of all suppliers before the feed. */
  readonly #known: ReadonlyMap<string, number>
  readonly #suppliers = new Set<string>()
  /** The known records of a full feed. */
  readonly #seen = new IdSet()
  readonly #removedCodes = new Set<string>()
  /** The known records of removed codes. */
  readonly #removed = new Set<RecordId>()
  readonly #endingBySupplier = new Map<string, number>()
  #read = 0

  private constructor(
    context: RegistryContext,
    options: LossOptions,
    start: Moment,
    known: ReadonlyMap<string, number>,
  ) {
    this.#context = context
    this.#options = options
    this.#start = start
    this.#known = known
  }

  static async start(context: RegistryContext, options: LossOptions): Promise<FeedCheck> {
    const { change } = await context.ledger.head()
    const known = new Map<string, number>()
    for (const [name, total] of await context.ledger.counters()) {
      if (name.startsWith(RECORDS_OF_SUPPLIER_PREFIX)) known.set(name.slice(RECORDS_OF_SUPPLIER_PREFIX.length), total)
    }
    const check = new FeedCheck(context, options, { change, at: now(context) }, known)
    const { supplier } = options
    if (supplier === undefined || options.full !== true) return check
    const id = parseSupplierId(supplier)
    if (id === undefined) throw validationError(`${quoted(supplier)} is not usable as a supplier id.`)
    // If a full feed is empty, all records of its supplier are missing.
    check.#suppliers.add(id)
    return check
  }

  /** Reads the supplier codes of all inputs. The code of a record that will be rejected counts too. */
  async read(records: Iterable<unknown> | AsyncIterable<unknown>): Promise<void> {
    const options = defined({ supplier: this.#options.supplier })
    let codes: { readonly code: SupplierCode; readonly isRemoved: boolean }[] = []
    // Records are not awaited, since `await` would call the `then` of a record that has this method.
    for await (const { input } of boxed(records)) {
      this.#read++
      checkSignal(this.#options.signal)
      const parsed = parseRecordCode(input, options)
      if (!('record' in parsed)) continue
      codes.push({ code: parsed.record, isRemoved: this.#options.removals === true && isRemoval(input) })
      if (codes.length < CODES_PER_LOOKUP) continue
      await this.#note(codes)
      codes = []
    }
    await this.#note(codes)
  }

  async #note(codes: readonly { readonly code: SupplierCode; readonly isRemoved: boolean }[]): Promise<void> {
    const ids = await readInChunks(
      codes.map(({ code }) => code),
      (chunk) => this.#context.ledger.bySupplierCode(chunk),
    )
    for (const [at, { code, isRemoved }] of codes.entries()) {
      const id = ids[at]
      if (this.#options.full === true) {
        this.#suppliers.add(code.supplier)
        if (id !== undefined) this.#seen.add(id)
      }
      if (isRemoved) {
        this.#removedCodes.add(keyOfCode(code))
        if (id !== undefined) this.#removed.add(id)
      } else if (this.#removedCodes.delete(keyOfCode(code)) && id !== undefined) this.#removed.delete(id)
    }
    await this.#context.yield()
  }

  async result(): Promise<CheckedFeed> {
    const missing: Candidate[] = []
    for (const supplier of this.#suppliers) {
      if ((this.#known.get(supplier) ?? 0) === 0) continue
      for await (const page of recordsOfSupplier(this.#context, supplier)) {
        missing.push(...(await this.#active(page.filter((id) => !this.#seen.has(id)))))
      }
    }
    const removed = await this.#active([...this.#removed])
    const written = await writtenSince(this.#context, this.#start, [...missing, ...removed], this.#options.signal)
    const bySupplier = new Map<string, Set<RecordId>>([...this.#suppliers].map((supplier) => [supplier, new Set()]))
    for (const { id, supplier } of missing) if (!written.has(id)) bySupplier.get(supplier)?.add(id)
    for (const { id, supplier } of [...missing, ...removed]) {
      if (!written.has(id)) this.#endingBySupplier.set(supplier, (this.#endingBySupplier.get(supplier) ?? 0) + 1)
    }
    const meanwhile = [...missing, ...removed].filter(({ id }) => written.has(id))
    return {
      start: this.#start,
      read: this.#read,
      known: new Map([...this.#suppliers].map((supplier) => [supplier, this.#known.get(supplier) ?? 0])),
      missing: bySupplier,
      removedCodes: this.#removedCodes,
      removed: new Map(removed.flatMap(({ id, contentHash }) => (written.has(id) ? [] : [[id, contentHash]]))),
      writtenMeanwhile: new Map(meanwhile.map(({ id, supplier }) => [id, supplier])),
    }
  }

  /** Returns the losses of all suppliers. Call it after {@link result}. */
  losses(allowLoss: number): SupplierLoss[] {
    return [...this.#endingBySupplier].map(([supplier, ending]) => {
      // Another process may have written records since the start.
      const known = Math.max(this.#known.get(supplier) ?? 0, ending)
      return { supplier, known, ending, isExcessive: ending > known * allowLoss }
    })
  }

  async #active(ids: readonly RecordId[]): Promise<Candidate[]> {
    checkSignal(this.#options.signal)
    const found: Candidate[] = []
    for (const stored of await readInChunks(ids, (chunk) => this.#context.ledger.getRecords(chunk))) {
      if (stored?.link === undefined) continue
      const { id, contentHash, updatedAt, record } = stored.row
      found.push({ id, contentHash, updatedAt, supplier: record.supplier })
    }
    await this.#context.yield()
    return found
  }
}

async function* boxed(
  records: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<{ readonly input: unknown }, void> {
  if (Symbol.asyncIterator in records) for await (const input of records) yield { input }
  else for (const input of records) yield { input }
}
