import type { ProductId } from '@utpid/core'
import { LIMITS } from '@utpid/core'
import type { BlockingKey, CandidateColumns, IndexRecord, KeyLookup, RecordId, SkippedKey } from '@utpid/core/storage'
import type { Bitset } from './bits/bitset.ts'
import { CandidateRows } from './candidates/candidate-rows.ts'
import { featureSpan } from './candidates/feature-writer.ts'
import { KeyHits } from './candidates/key-hits.ts'
import { type KeyColumns, KeySegment, rowOf } from './candidates/key-segment.ts'
import { KeySegmentBuilder } from './candidates/key-segment-builder.ts'
import { mergeKeySegments } from './candidates/merge-key-segments.ts'
import { KeyIndex } from './plain/key-index.ts'
import { idlePolicy, type MergePolicy } from './segments/merge-policy.ts'
import { type OtherThread, SegmentSet } from './segments/segment-set.ts'

/**
 * Finds records by keys. Most records are in immutable segments, recent records in a write buffer. A record is live in
 * exactly one of these parts.
 */
export class KeyEngine {
  readonly #maxBufferRows: number
  readonly #idlePolicy: MergePolicy
  readonly #segments: SegmentSet<KeyColumns, KeySegment>
  #buffer = new KeyIndex()
  readonly #found = new CandidateRows()
  readonly #isUsed = new Uint8Array(LIMITS.keysPerLookup)
  /** For each segment: the hits of a lookup. */
  readonly #hits: KeyHits[] = []
  /** For each segment: the number of hits before the current key. */
  readonly #before: number[] = []

  /**
   * @param maxBufferRows - The maximum number of records in the write buffer. A full buffer becomes a segment.
   * @param elsewhere - Merges segments in another thread. Default: all merges run in this thread.
   */
  constructor(maxBufferRows: number, elsewhere?: OtherThread<KeySegment, KeyColumns>) {
    this.#maxBufferRows = maxBufferRows
    this.#idlePolicy = idlePolicy(maxBufferRows)
    this.#segments = new SegmentSet((columns, dead) => new KeySegment(columns, dead), mergeKeySegments, elsewhere)
  }

  /**
   * Adds new records without checking whether they exist.
   *
   * @param dead - The deleted rows. Default: none.
   */
  load(columns: KeyColumns, dead?: Bitset): void {
    this.#segments.add(columns, dead)
  }

  /** The segments. After {@link flush} they contain all records. */
  get parts(): readonly KeySegment[] {
    return this.#segments.parts
  }

  get idleMerges(): number {
    return this.#segments.idleMerges
  }

  get isFallingBehind(): boolean {
    return this.#segments.isFallingBehind
  }

  get isEmpty(): boolean {
    return this.#segments.parts.length === 0 && this.#buffer.size === 0
  }

  /**
   * Runs one step of maintenance: flushes the write buffer or continues a merge.
   *
   * @returns whether more steps remain.
   */
  maintain(): boolean {
    if (this.#buffer.size < this.#maxBufferRows) return this.#segments.maintain()
    this.flush()
    return true
  }

  /**
   * Runs one step of an idle merge.
   *
   * @param mayStart - Whether to start a merge if no merge is running.
   * @returns whether more steps remain.
   */
  mergeIdle(mayStart: boolean): boolean {
    return this.#segments.mergeIdle(mayStart ? this.#idlePolicy : undefined)
  }

  /**
   * Converts the write buffer into a segment.
   *
   * @param minRows - The minimum number of records in the buffer. Default: 1.
   */
  flush(minRows = 1): void {
    if (this.#buffer.size < minRows) return
    const builder = new KeySegmentBuilder()
    for (const record of this.#buffer.records()) builder.add(record)
    this.#segments.add(builder.finish())
    this.#buffer = new KeyIndex()
  }

  /** Merges all segments into one segment, without yielding. */
  mergeAll(): void {
    this.#segments.mergeAll()
  }

  /**
   * Merges segments like {@link mergeAll}, but yields after every small step. The index must not be written until the
   * end.
   */
  *mergingAll(always: boolean): Generator<void, void> {
    this.flush()
    yield* this.#segments.mergingAll(always)
  }

  put(record: IndexRecord): void {
    if (!this.#buffer.has(record.id)) {
      for (const segment of this.#segments.parts) {
        const row = segment.row(record.id)
        if (row < 0) continue
        // Keeps the newer row: a scan during writes may have found a newer row than this transaction has.
        if (segment.revision(row) > record.revision) return
        segment.markDeleted(row)
        break
      }
    }
    this.#buffer.put(record)
  }

  move(id: RecordId, productId: ProductId): void {
    this.#buffer.move(id, productId)
    for (const segment of this.#segments.parts) {
      const row = segment.row(id)
      if (row >= 0) segment.move(row, productId)
    }
  }

  remove(id: RecordId): void {
    this.#buffer.remove(id)
    for (const segment of this.#segments.parts) {
      const row = segment.row(id)
      if (row >= 0) segment.markDeleted(row)
    }
  }

  features(id: RecordId): Uint8Array | undefined {
    for (const segment of this.#segments.parts) {
      const row = segment.row(id)
      if (row < 0) continue
      const { features, featureStarts } = segment.columns
      const span = featureSpan(features, featureStarts[row] as number)
      return Uint8Array.from(features.subarray(span.at, span.at + span.length))
    }
    return this.#buffer.features(id)
  }

  candidates(lookups: readonly KeyLookup[], recordsPerKey: number): CandidateColumns {
    const found = this.#found
    found.clear()
    const { parts } = this.#segments
    while (this.#hits.length < parts.length) this.#hits.push(new KeyHits())
    const offsets = new Uint32Array(lookups.length + 1)
    const skippedKeys: SkippedKey[] = []
    for (let lookup = 0; lookup < lookups.length; lookup++) {
      const { keys, limits } = lookups[lookup] as KeyLookup
      for (let at = 0; at < parts.length; at++) (this.#hits[at] as KeyHits).length = 0
      for (let position = 0; position < keys.length; position++) {
        const key = keys[position] as number
        const records = this.#collectHits(key, position, limits?.[position] ?? recordsPerKey)
        if (records > 0) skippedKeys.push({ lookup: lookup, key, records })
      }
      this.#addCandidates(keys)
      offsets[lookup + 1] = found.length
    }
    return { offsets, ...found.finish(), skippedKeys }
  }

  /**
   * Collects the rows of a key unless they exceed its limit.
   *
   * @returns 0, or for a skipped key the number of its records.
   */
  #collectHits(key: BlockingKey, position: number, max: number): number {
    const { parts } = this.#segments
    let records = this.#buffer.size === 0 ? 0 : this.#buffer.count(key)
    for (let at = 0; at < parts.length; at++) {
      const segment = parts[at] as KeySegment
      const hits = this.#hits[at] as KeyHits
      this.#before[at] = hits.length
      segment.find(key)
      // Above the limit, only counts the rows.
      const live = records + segment.to - segment.from > max ? segment.countFound() : 0
      if (records + live > max) {
        records += live
        continue
      }
      const before = hits.length
      for (let of = segment.from; of < segment.to; of++) {
        const row = rowOf(segment.rows[of] as number)
        if (!segment.isDeleted(row)) hits.add(row, position)
      }
      records += hits.length - before
    }
    const isAnswered = records <= max
    this.#isUsed[position] = isAnswered ? 1 : 0
    if (isAnswered) return 0
    for (let at = 0; at < parts.length; at++) (this.#hits[at] as KeyHits).length = this.#before[at] as number
    return records
  }

  /** Adds the hits of a lookup to the candidates, by ascending id. */
  #addCandidates(keys: KeyLookup['keys']): void {
    const found = this.#found
    const from = found.length
    let sources = 0
    for (const [at, segment] of this.#segments.parts.entries()) {
      const hits = this.#hits[at] as KeyHits
      if (hits.length === 0) continue
      sources++
      const { recordIds, productIds, featureStarts, features } = segment.columns
      hits.eachRow((row, low, high) => {
        const span = featureSpan(features, featureStarts[row] as number)
        found.add(recordIds[row] as number, productIds[row] as number, low, high, features, span.at, span.length)
      })
    }
    if (this.#buffer.size > 0) {
      const before = found.length
      this.#buffer.find(keys, this.#isUsed, ({ id, productId, features }, low, high) =>
        found.add(id, productId, low, high, features, 0, features.length),
      )
      if (found.length > before) sources++
    }
    if (sources > 1) found.sortFrom(from)
  }
}
