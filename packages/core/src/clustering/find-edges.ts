import type { KeyScale } from '../blocking/keys/key-scale.ts'
import { lookupOf } from '../blocking/keys/key-value.ts'
import type { LookupKey } from '../blocking/record-keys.ts'
import { FeatureView } from '../features/codec/feature-view.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import { LIMITS } from '../model/limits.ts'
import { weightOfConfidence } from '../scoring/match-weight.ts'
import type { PairScore, PairScorer } from '../scoring/score-pair.ts'
import { readInChunks } from '../storage/ledger/read-in-chunks.ts'
import type { Ledger } from '../storage/ledger.ts'
import type { CandidateColumns, RegistryIndex } from '../storage/registry-index.ts'
import type { BlockingKey, EdgeRemoval, EdgeRow, RecordId } from '../storage/rows.ts'
import { isSameBytes, storedLookup } from './fix-copies.ts'
import { KeyCounts } from './key-counts.ts'
import type { PendingRecord } from './pending-record.ts'

export interface EdgeSources {
  readonly ledger: Pick<Ledger, 'getRecords' | 'edges'>
  readonly index: Pick<RegistryIndex, 'candidates'>
  readonly scorer: PairScorer
  /** The index rules that produced the records of the index. */
  readonly rules: IndexRules
  /** Keys of copy classes that records of the transaction join or leave ({@link fixCopies}). */
  readonly classKeys?: ReadonlySet<BlockingKey>
}

/** The changes of a transaction to edges. */
export interface EdgeChanges {
  readonly written: readonly EdgeRow[]
  readonly removed: readonly EdgeRemoval[]
  /** Every key that affects the result: keys that were looked up, and keys that records gained or lost. */
  readonly affectedKeys: readonly BlockingKey[]
  /** Keys of the transaction's records whose record counts exceed the limit. */
  readonly skippedKeys: readonly BlockingKey[]
  /** Removed edges between two unchanged records. After the transaction, all keys they share exceed their limits. */
  readonly skippedKeyEdges: readonly EdgeRow[]
  /** Features of the transaction's records and of all records that were fully compared. */
  readonly features: ReadonlyMap<RecordId, RecordFeatures>
}

/** Edge changes of a transaction that writes no record. */
export const NO_EDGE_CHANGES: EdgeChanges = {
  written: [],
  removed: [],
  affectedKeys: [],
  skippedKeys: [],
  skippedKeyEdges: [],
  features: new Map(),
}

/**
 * A record whose edges are searched again, because the transaction contains the record or one of its keys crossed its
 * limit.
 */
interface Seeker {
  readonly id: RecordId
  readonly features: RecordFeatures
  readonly lookup: readonly LookupKey[]
  /** Candidates by position of their key in the lookup; undefined for a key without candidates. */
  readonly hits: (RecordId[] | undefined)[]
}

const NO_RECORDS: readonly RecordId[] = []
const NO_KEYS: ReadonlySet<BlockingKey> = new Set()
const NOT_ANYBODY: ReadonlySet<RecordId> = new Set()

/** A feature view that all transactions share. The code fills and reads the view without an await in between. */
const sharedView = new FeatureView()

/** The location of a candidate's features. */
interface StoredFeatures {
  readonly bytes: Uint8Array
  readonly from: number
  readonly to: number
}

/**
 * Finds the edges that a transaction creates and removes.
 *
 * An edge needs a key within its limit by which both records find each other. A lookup also covers the cells next to a
 * record's own cell. So a place key counts only if each record reaches the other's cell and both cells are within their
 * limits. This rule is symmetric: the order of records does not change the edges.
 *
 * If a key crosses its limit in either direction, the edges of all its records are searched again.
 */
export async function findEdges(pending: readonly PendingRecord[], sources: EdgeSources): Promise<EdgeChanges> {
  const search = new EdgeSearch(pending, sources)
  await search.run()
  return search.changes()
}

class EdgeSearch {
  readonly #sources: EdgeSources
  readonly #pending: ReadonlyMap<RecordId, PendingRecord>
  readonly #census: KeyCounts
  readonly #features = new Map<RecordId, RecordFeatures>()
  /** Features of candidates that are not decoded yet. The feature view rules out most candidates without decoding. */
  readonly #stored = new Map<RecordId, StoredFeatures>()
  readonly #seekers = new Map<RecordId, Seeker>()
  /** Records of keys whose record counts are within the limit again. The index still skips these keys. */
  readonly #returned = new Map<BlockingKey, readonly RecordId[]>()
  readonly #written = new Map<string, EdgeRow>()
  readonly #removed: EdgeRemoval[] = []
  readonly #skippedKeyEdges: EdgeRow[] = []
  /** The candidates found so far for each {@link Seeker}. Two seekers that find each other are scored only once. */
  readonly #found = new Map<RecordId, ReadonlySet<RecordId>>()

  constructor(pending: readonly PendingRecord[], sources: EdgeSources) {
    this.#sources = sources
    this.#pending = new Map(pending.map((each) => [each.row.id, each]))
    this.#census = new KeyCounts(pending, sources.classKeys)
  }

  async run(): Promise<void> {
    const pending = [...this.#pending.values()]
    await this.#seek(pending.map(({ row, features, lookup }) => ({ id: row.id, features, lookup, hits: [] })))
    await this.#countLostKeys()
    await this.#addRecordsOfCrossedKeys()
    await this.#compareWithStored(this.#scoreAll())
  }

  changes(): EdgeChanges {
    const skipped = new Set<BlockingKey>()
    const { classKeys = NO_KEYS } = this.#sources
    for (const { row } of this.#pending.values()) {
      for (const key of row.keys) if (!classKeys.has(key) && !this.#census.isWithinLimit(key)) skipped.add(key)
    }
    // No lookup uses the keys that records lost. But the result depends on whether the record counts of these keys are
    // within the limits.
    const probed = new Set<BlockingKey>(this.#census.changedKeys())
    for (const key of classKeys) probed.add(key)
    for (const { lookup } of this.#seekers.values()) for (const { key } of lookup) probed.add(key)
    return {
      written: [...this.#written.values()],
      removed: this.#removed,
      affectedKeys: [...probed],
      skippedKeys: [...skipped],
      skippedKeyEdges: this.#skippedKeyEdges,
      features: this.#features,
    }
  }

  async #seek(seekers: readonly Seeker[]): Promise<void> {
    for (const seeker of seekers) {
      this.#seekers.set(seeker.id, seeker)
      this.#features.set(seeker.id, seeker.features)
    }
    for (let from = 0; from < seekers.length; from += LIMITS.lookupsPerCall) {
      const chunk = seekers.slice(from, from + LIMITS.lookupsPerCall)
      const lookups = chunk.map(({ lookup }) => lookupOf(lookup.map(({ key }) => key)))
      this.#take(chunk, await this.#sources.index.candidates(lookups, LIMITS.recordsPerKey))
    }
  }

  #take(seekers: readonly Seeker[], columns: CandidateColumns): void {
    seekers.forEach((seeker, at) => {
      for (let row = columns.offsets[at] as number; row < (columns.offsets[at + 1] as number); row++) {
        const id = columns.recordIds[row] as number
        for (let word = 0; word < 2; word++) {
          for (let bits = columns.keyHits[row * 2 + word] as number; bits !== 0; bits &= bits - 1) {
            const position = word * 32 + (31 - Math.clz32(bits & -bits))
            const found = seeker.hits[position]
            if (found === undefined) seeker.hits[position] = [id]
            else found.push(id)
          }
        }
        // Compare the new version of a record of the transaction, not the version in the index.
        if (this.#features.has(id) || this.#pending.has(id) || this.#stored.has(id)) continue
        const { bytes, featureOffsets } = columns
        this.#stored.set(id, { bytes, from: featureOffsets[row] as number, to: featureOffsets[row + 1] as number })
      }
      for (let position = 0; position < seeker.lookup.length; position++) {
        const { key } = seeker.lookup[position] as LookupKey
        this.#census.count(key, seeker.hits[position]?.length ?? 0)
      }
    })
    for (const { key, records } of columns.skippedKeys) this.#census.count(key, records)
  }

  /** Counts the records of keys that records of the transaction lost: their lookups no longer include these keys. */
  async #countLostKeys(): Promise<void> {
    const lost = [...this.#census.changedKeys()].filter((key) => !this.#census.isCounted(key))
    for (let from = 0; from < lost.length; from += LIMITS.lookupsPerCall) {
      const chunk = lost.slice(from, from + LIMITS.lookupsPerCall)
      const columns = await this.#sources.index.candidates(
        chunk.map((key) => lookupOf([key])),
        LIMITS.recordsPerKey,
      )
      for (const [at, key] of chunk.entries()) {
        this.#census.count(key, (columns.offsets[at + 1] as number) - (columns.offsets[at] as number))
      }
      for (const { key, records } of columns.skippedKeys) this.#census.count(key, records)
    }
  }

  /** Adds all records of keys that cross their limit in this transaction, in either direction. */
  async #addRecordsOfCrossedKeys(): Promise<void> {
    const holders = new Set<RecordId>()
    for (const key of this.#census.changedKeys()) {
      const answeredBefore = this.#census.wasWithinLimit(key)
      if (answeredBefore === this.#census.isWithinLimit(key)) continue
      const columns = await this.#sources.index.candidates([{ keys: [key] }], Math.max(1, this.#census.before(key)))
      const ids = [...columns.recordIds].filter((id) => !this.#pending.has(id))
      if (!answeredBefore) this.#returned.set(key, ids)
      for (const id of ids) holders.add(id)
    }
    const stored = await readInChunks([...holders], (ids) => this.#sources.ledger.getRecords(ids))
    const { rules } = this.#sources
    const seekers = stored.flatMap((each): Seeker[] => {
      if (each === undefined) return []
      const features = rules.decode(each.row.features)
      return [{ id: each.row.id, features, lookup: storedLookup(each.row, features, rules), hits: [] }]
    })
    await this.#seek(seekers)
  }

  #scoreAll(): Map<string, EdgeRow> {
    const { scorer } = this.#sources
    const { version } = scorer.model
    const leastWeight = weightOfConfidence(scorer.model.thresholds.review)
    const edges = new Map<string, EdgeRow>()
    const done = this.#found
    for (const seeker of this.#seekers.values()) {
      const candidates = this.#candidatesOf(seeker)
      for (const id of candidates) {
        if (done.get(id)?.has(seeker.id)) continue
        const score = this.#scoreOf(seeker, id, leastWeight)
        if (score === undefined) continue
        const weight = Math.round(score.weight * 100)
        const confidence = Math.round(score.confidence * 10_000)
        const [a, b] = seeker.id < id ? [seeker.id, id] : [id, seeker.id]
        edges.set(`${a}:${b}`, { a, b, weight, confidence, model: version, tfVersion: scorer.terms.tfVersion })
      }
      done.set(seeker.id, candidates)
    }
    return edges
  }

  #candidatesOf(seeker: Seeker): ReadonlySet<RecordId> {
    const { lookup, hits } = seeker
    let found: Set<RecordId> | undefined
    for (let position = 0; position < lookup.length; position++) {
      const { key, slot, scale } = lookup[position] as LookupKey
      const pending = this.#census.pendingRecordsOf(key)
      const returned = this.#returned.get(key) ?? NO_RECORDS
      const indexed = hits[position] ?? NO_RECORDS
      // Most keys have only one record.
      const isAlone = pending.length === 0 || (pending.length === 1 && pending[0] === seeker.id)
      if ((isAlone && returned.length === 0 && indexed.length === 0) || !this.#census.isWithinLimit(key)) continue
      if (scale !== undefined && !this.#isOwnKeyWithinLimit(seeker, slot)) continue
      found ??= new Set()
      for (const id of pending) this.#find(seeker, id, scale, found)
      for (const id of returned) this.#find(seeker, id, scale, found)
      for (const id of indexed) if (!this.#pending.has(id)) this.#find(seeker, id, scale, found)
    }
    return found ?? NOT_ANYBODY
  }

  /** Reports whether the key of the record's own cell is within its limit. */
  #isOwnKeyWithinLimit({ lookup }: Seeker, slot: number): boolean {
    const own = lookup.find((each) => each.own && each.slot === slot)
    return own !== undefined && this.#census.isWithinLimit(own.key)
  }

  #find(seeker: Seeker, id: RecordId, scale: KeyScale | undefined, found: Set<RecordId>): void {
    if (id === seeker.id || found.has(id)) return
    if (scale === undefined || this.#reachEachOther(seeker, id, scale)) found.add(id)
  }

  #reachEachOther(seeker: Seeker, id: RecordId, scale: KeyScale): boolean {
    const features = this.#features.get(id)
    if (features !== undefined) return scale.reachEachOther(seeker.features, features)
    const glance = this.#viewAt(id)
    if (glance !== undefined) return scale.reachesPoint(seeker.features, glance.coordinates)
    const decoded = this.#featuresOf(id)
    return decoded !== undefined && scale.reachEachOther(seeker.features, decoded)
  }

  #scoreOf(seeker: Seeker, id: RecordId, leastWeight: number): PairScore | undefined {
    const { scorer } = this.#sources
    const glance = this.#features.has(id) ? undefined : this.#viewAt(id)
    if (glance !== undefined) {
      return scorer.scoreView(seeker.features, glance, leastWeight, () => this.#featuresOf(id) as RecordFeatures)
    }
    const features = this.#featuresOf(id)
    return features === undefined ? undefined : scorer.scoreFrom(seeker.features, features, leastWeight)
  }

  /** Returns undefined for a decoded record, and if the rules have no feature view. */
  #viewAt(id: RecordId): FeatureView | undefined {
    const { rules } = this.#sources
    const stored = this.#stored.get(id)
    if (stored === undefined || rules.readView === undefined) return undefined
    rules.readView(sharedView, stored.bytes, stored.from, stored.to)
    return sharedView
  }

  #featuresOf(id: RecordId): RecordFeatures | undefined {
    const known = this.#features.get(id)
    const stored = this.#stored.get(id)
    if (known !== undefined || stored === undefined) return known
    const features = this.#sources.rules.decode(stored.bytes.subarray(stored.from, stored.to))
    this.#features.set(id, features)
    return features
  }

  async #compareWithStored(edges: ReadonlyMap<string, EdgeRow>): Promise<void> {
    const known = [...this.#seekers.keys()].filter((id) => {
      const pending = this.#pending.get(id)
      return pending === undefined || pending.before !== undefined
    })
    const stored = new Map<string, EdgeRow>()
    for (const list of await readInChunks(known, (ids) => this.#sources.ledger.edges(ids))) {
      for (const edge of list) stored.set(`${edge.a}:${edge.b}`, edge)
    }
    for (const [pair, edge] of edges) {
      const before = stored.get(pair)
      const same =
        before !== undefined &&
        before.weight === edge.weight &&
        before.model === edge.model &&
        before.tfVersion === edge.tfVersion
      if (!same) this.#written.set(pair, edge)
    }
    for (const [pair, edge] of stored) {
      if (edges.has(pair)) continue
      const { a, b } = edge
      this.#removed.push({ a, b, removed: true })
      const isFound = this.#found.get(a)?.has(b) === true || this.#found.get(b)?.has(a) === true
      if (!isFound && this.#isUnchanged(a) && this.#isUnchanged(b)) this.#skippedKeyEdges.push(edge)
    }
  }

  /** Reports whether the transaction leaves a record unchanged: then only a limit can hide its former candidates. */
  #isUnchanged(id: RecordId): boolean {
    const pending = this.#pending.get(id)
    if (pending?.before === undefined) return pending === undefined
    const { row, before } = pending
    return (
      row.deactivatedAt === undefined && row.copy === before.row.copy && isSameBytes(row.features, before.row.features)
    )
  }
}
