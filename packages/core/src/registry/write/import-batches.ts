import { type ParseOptions, parseRecord, parseRecordCode } from '../../ingest/parse-record.ts'
import { defined } from '../../model/defined.ts'
import type { Rejection, Repair } from '../../model/repair.ts'
import type { SupplierCode, SupplierRecord } from '../../model/supplier-record.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { checkSignal } from '../context/check-signal.ts'
import { type RegistryContext, writeParseOptionsOf } from '../context/registry-context.ts'
import type { LossOptions } from '../loss/check-feed.ts'
import { isRemoval } from '../loss/removal.ts'
import { IncomingRecord } from '../records/incoming-record.ts'

/** One input, which the record parser has either accepted or rejected. */
export type ReadInput = AcceptedInput | RejectedInput | RemovalInput

export interface AcceptedInput {
  /** The position in the input, counted from 0. */
  readonly index: number
  readonly incoming: IncomingRecord
  readonly repairs: readonly Repair[]
}

export interface RejectedInput {
  readonly index: number
  readonly rejection: Rejection
  readonly repairs: readonly Repair[]
}

/** A row that removes the record of its code. */
export interface RemovalInput {
  readonly index: number
  readonly removed: SupplierCode
  readonly repairs: readonly Repair[]
}

/**
 * The number of records to read before other tasks can run, so that reading ahead does not delay the current
 * transaction.
 */
const RECORDS_BETWEEN_YIELDS = 16

/**
 * Reads the imported records in batches. The class can read the next batch during a write, since a remote or durable
 * storage leaves this process idle during the write.
 */
export class ImportBatches {
  readonly #context: RegistryContext
  readonly #source: AsyncGenerator<{ readonly input: unknown }>
  readonly #batchSize: number
  readonly #parseOptions: ParseOptions
  readonly #hasRemovals: boolean
  readonly #signal: AbortSignalLike | undefined
  #read = 0
  #ahead: Promise<ReadInput[]> | undefined
  /** The error of the source. All records before the error were read. */
  sourceError: { readonly error: unknown } | undefined

  constructor(
    context: RegistryContext,
    records: Iterable<unknown> | AsyncIterable<unknown>,
    options: Pick<LossOptions, 'supplier' | 'removals' | 'signal'> & { readonly batchSize: number },
  ) {
    const { batchSize, supplier, removals, signal } = options
    this.#hasRemovals = removals === true
    this.#context = context
    this.#source = this.#boxedRecords(records)
    this.#batchSize = batchSize
    this.#signal = signal
    this.#parseOptions = {
      ...writeParseOptionsOf(context),
      ...defined({ supplier }),
    }
  }

  /**
   * Returns the next batch.
   *
   * @returns The next batch; an empty batch at the end.
   * @throws {@link RegistryError} `aborted`
   */
  async next(): Promise<ReadInput[]> {
    const batch = await (this.#ahead ?? this.#readBatch({ isAhead: false, isNew: false }))
    this.#ahead = undefined
    checkSignal(this.#signal)
    return batch
  }

  /**
   * Starts reading the next batch if the storage is remote or writes to a disk. An in-process storage leaves no idle
   * time.
   *
   * @param isNew - Whether the records are probably new. For new records, features and keys are computed ahead.
   */
  readAhead(isNew: boolean): void {
    const { durable, sharedWriters } = this.#context.storage.capabilities
    if (this.#ahead !== undefined || !(durable || sharedWriters)) return
    this.#ahead = this.#readBatch({ isAhead: true, isNew })
    // `next` reports the error if the caller calls it.
    this.#ahead.catch(() => undefined)
  }

  /** Closes the source. */
  async close(): Promise<void> {
    const closed = this.#source.return(undefined).catch(() => undefined)
    // A pending read ends only when the source responds, and the source may never respond.
    if (this.#ahead === undefined) await closed
  }

  async #readBatch({ isAhead, isNew }: { readonly isAhead: boolean; readonly isNew: boolean }): Promise<ReadInput[]> {
    const batch: ReadInput[] = []
    while (batch.length < this.#batchSize) {
      const { value, done } = await this.#source.next()
      if (done === true) break
      checkSignal(this.#signal)
      const each = this.#readInput(value.input)
      batch.push(each)
      if ('incoming' in each) {
        const { active, gazetteer } = this.#context
        if (isNew) each.incoming.extractWith(active.rules, gazetteer)
      }
      if (isAhead && batch.length % RECORDS_BETWEEN_YIELDS === 0) await this.#context.yield()
    }
    return batch
  }

  #readInput(input: unknown): ReadInput {
    const isRemoved = this.#hasRemovals && isRemoval(input)
    const parsed = isRemoved ? parseRecordCode(input, this.#parseOptions) : parseRecord(input, this.#parseOptions)
    const { repairs } = parsed
    const index = this.#read++
    if ('rejection' in parsed) return { index, rejection: parsed.rejection, repairs }
    if (isRemoved) return { index, removed: parsed.record, repairs }
    return { index, incoming: new IncomingRecord(parsed.record as SupplierRecord, this.#context.fields), repairs }
  }

  /**
   * Yields the records of a source until the source throws. Each record is put into an object, since `await` would call
   * the `then` of a record that has this method.
   */
  async *#boxedRecords(
    records: Iterable<unknown> | AsyncIterable<unknown>,
  ): AsyncGenerator<{ readonly input: unknown }> {
    try {
      if (Symbol.asyncIterator in records) for await (const input of records) yield { input }
      else for (const input of records) yield { input }
    } catch (error) {
      this.sourceError = { error }
    }
  }
}
