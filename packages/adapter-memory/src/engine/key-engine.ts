import type { CandidateColumns, IndexRecord, Probe, ProductId, RecordId, SkippedKey } from '@utpid/core'
import { LIMITS } from '@utpid/core'
import { KeyIndex } from '../key-index.ts'
import { CandidateRows } from './candidate-rows.ts'
import { featureSpan } from './feature-writer.ts'
import { type KeyColumns, KeySegment, rowOf } from './key-segment.ts'
import { KeySegmentBuilder } from './key-segment-builder.ts'
import { mergeKeySegments } from './merge-key-segments.ts'
import { SegmentSet } from './segment-set.ts'

/** Positions of keys in a probe are below this: 2^6. */
const POSITIONS = 64
const FIRST_HITS = 1_024

/**
 * Finds records by their keys: most of them in segments that do not change, what was written since in an index that does.
 * A record lives in exactly one of them.
 */
export class KeyEngine {
  readonly #deltaMost: number
  readonly #segments = new SegmentSet((columns: KeyColumns) => new KeySegment(columns), mergeKeySegments)
  #delta = new KeyIndex()
  readonly #found = new CandidateRows()
  readonly #answered = new Uint8Array(LIMITS.keysPerProbe)
  /** Row times {@link POSITIONS} plus position of the key, of each entry found. */
  #hits = new Float64Array(FIRST_HITS)

  /** @param deltaMost - So many records are written before they become a segment. */
  constructor(deltaMost: number) {
    this.#deltaMost = deltaMost
  }

  /** Takes in records that are not here yet, without looking whether they are. */
  load(columns: KeyColumns): void {
    this.#segments.add(columns)
  }

  get isEmpty(): boolean {
    return this.#segments.parts.length === 0 && this.#delta.size === 0
  }

  /**
   * One piece of the work that keeps segments few: makes one of what was written, or goes on with a merge.
   *
   * @returns Whether there is more to do.
   */
  tend(): boolean {
    if (this.#delta.size < this.#deltaMost) return this.#segments.tend()
    const builder = new KeySegmentBuilder()
    for (const record of this.#delta.records()) builder.add(record)
    this.#segments.add(builder.finish())
    this.#delta = new KeyIndex()
    return true
  }

  /** Makes one segment of all segments, at once. */
  mergeAll(): void {
    this.#segments.mergeAll()
  }

  put(record: IndexRecord): void {
    if (!this.#delta.has(record.id)) {
      for (const segment of this.#segments.parts) {
        const row = segment.row(record.id)
        if (row < 0) continue
        // A scan that ran beside a writer may have seen a newer row than the step that is applied now.
        if (segment.revision(row) > record.revision) return
        segment.bury(row)
        break
      }
    }
    this.#delta.put(record)
  }

  move(id: RecordId, productId: ProductId): void {
    this.#delta.move(id, productId)
    for (const segment of this.#segments.parts) {
      const row = segment.row(id)
      if (row >= 0) segment.move(row, productId)
    }
  }

  remove(id: RecordId): void {
    this.#delta.remove(id)
    for (const segment of this.#segments.parts) {
      const row = segment.row(id)
      if (row >= 0) segment.bury(row)
    }
  }

  candidates(probes: readonly Probe[], recordsPerKey: number): CandidateColumns {
    const found = this.#found
    found.clear()
    const offsets = new Uint32Array(probes.length + 1)
    const skippedKeys: SkippedKey[] = []
    for (let probe = 0; probe < probes.length; probe++) {
      this.#choose(probes[probe] as Probe, probe, recordsPerKey, skippedKeys)
      this.#probe(probes[probe] as Probe)
      offsets[probe + 1] = found.length
    }
    return { offsets, ...found.finish(), skippedKeys }
  }

  /** Notes which keys are to be answered. */
  #choose({ keys, limits }: Probe, probe: number, recordsPerKey: number, skippedKeys: SkippedKey[]): void {
    for (let position = 0; position < keys.length; position++) {
      const key = keys[position] as number
      let records = this.#delta.size === 0 ? 0 : this.#delta.count(key)
      for (const segment of this.#segments.parts) {
        segment.find(key)
        records += segment.countFound()
      }
      const isAnswered = records <= (limits?.[position] ?? recordsPerKey)
      this.#answered[position] = isAnswered ? 1 : 0
      if (!isAnswered) skippedKeys.push({ probe, key, records })
    }
  }

  #probe({ keys }: Probe): void {
    const found = this.#found
    const from = found.length
    let sources = 0
    for (const segment of this.#segments.parts) {
      const before = found.length
      this.#probeSegment(segment, keys)
      if (found.length > before) sources++
    }
    if (this.#delta.size > 0) {
      const before = found.length
      this.#delta.find(keys, this.#answered, ({ id, productId, features }, low, high) =>
        found.add(id, productId, low, high, features, 0, features.length),
      )
      if (found.length > before) sources++
    }
    if (sources > 1) found.sortFrom(from)
  }

  #probeSegment(segment: KeySegment, keys: Probe['keys']): void {
    let length = 0
    for (let position = 0; position < keys.length; position++) {
      if (this.#answered[position] === 0) continue
      segment.find(keys[position] as number)
      const { rows, from, to } = segment
      if (length + to - from > this.#hits.length) this.#growHits(length + to - from)
      for (let at = from; at < to; at++) {
        const row = rowOf(rows[at] as number)
        if (!segment.isDead(row)) this.#hits[length++] = row * POSITIONS + position
      }
    }
    const hits = this.#hits.subarray(0, length).sort()
    const { recordIds, productIds, featureStarts, features } = segment.columns
    for (let at = 0; at < length; ) {
      const row = Math.floor((hits[at] as number) / POSITIONS)
      let low = 0
      let high = 0
      for (; at < length && Math.floor((hits[at] as number) / POSITIONS) === row; at++) {
        const position = (hits[at] as number) % POSITIONS
        if (position < 32) low |= 1 << position
        else high |= 1 << (position - 32)
      }
      const span = featureSpan(features, featureStarts[row] as number)
      this.#found.add(recordIds[row] as number, productIds[row] as number, low, high, features, span.at, span.length)
    }
  }

  #growHits(least: number): void {
    const larger = new Float64Array(Math.max(least, this.#hits.length * 2))
    larger.set(this.#hits)
    this.#hits = larger
  }
}
