import type { KeyScale } from '../blocking/key-scale.ts'
import { probeOf } from '../blocking/key-value.ts'
import type { ProbeKey } from '../blocking/record-keys.ts'
import { FeatureGlance } from '../features/codec/feature-glance.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import { LIMITS } from '../model/limits.ts'
import { weightOfConfidence } from '../scoring/match-weight.ts'
import type { PairScore, PairScorer } from '../scoring/score-pair.ts'
import { readInChunks } from '../storage/ledger/read-in-chunks.ts'
import type { Ledger } from '../storage/ledger.ts'
import type { CandidateColumns, RegistryIndex } from '../storage/registry-index.ts'
import type { BlockingKey, EdgeRemoval, EdgeRow, RecordId } from '../storage/rows.ts'
import { KeyCensus } from './key-census.ts'
import type { PendingRecord } from './pending-record.ts'
import { isSameBytes, standingProbe } from './settle-copies.ts'

export interface EdgeSources {
  readonly ledger: Pick<Ledger, 'getRecords' | 'edges'>
  readonly index: Pick<RegistryIndex, 'candidates'>
  readonly scorer: PairScorer
  /** By which the records of the index were made. */
  readonly rules: IndexRules
  /** Keys of classes of copies that records of the step come to or leave ({@link settleCopies}). */
  readonly classKeys?: ReadonlySet<BlockingKey>
}

/** What a step does to the edges between records. */
export interface EdgeChanges {
  readonly written: readonly EdgeRow[]
  readonly removed: readonly EdgeRemoval[]
  /** Every key that the outcome rests on: those asked for, and those that a record gained or lost. */
  readonly probedKeys: readonly BlockingKey[]
  /** Keys of the step's records that more records carry than their limit. */
  readonly skippedKeys: readonly BlockingKey[]
  /** Edges among those removed whose two records still say the same, but share no key any more that is answered. */
  readonly crowded: readonly EdgeRow[]
  /** Features of the records of the step, and of those that were compared to the end. */
  readonly features: ReadonlyMap<RecordId, RecordFeatures>
}

/** Of a step that writes no record. */
export const NO_EDGE_CHANGES: EdgeChanges = {
  written: [],
  removed: [],
  probedKeys: [],
  skippedKeys: [],
  crowded: [],
  features: new Map(),
}

/** A record whose edges are found anew: one of the step, or one that carries a key which passed the limit. */
interface Seeker {
  readonly id: RecordId
  readonly features: RecordFeatures
  readonly probe: readonly ProbeKey[]
  /** Candidates by position of the probe key they were found by; nothing for a key that found none. */
  readonly hits: (RecordId[] | undefined)[]
}

const NOBODY: readonly RecordId[] = []
const NO_KEYS: ReadonlySet<BlockingKey> = new Set()
const NOT_ANYBODY: ReadonlySet<RecordId> = new Set()

/** One for all steps: it is read and asked without giving way. */
const shared = new FeatureGlance()

/** Where the features of a candidate stand. */
interface StoredFeatures {
  readonly bytes: Uint8Array
  readonly from: number
  readonly to: number
}

/**
 * Finds the edges that a step makes and breaks.
 *
 * An edge needs a key that both records can find each other by and that no more records
 * than its limit carry now. A probe also asks the cells beside a record's own,
 * so a place key counts only if each reaches the other's cell and both cells answer: the rule
 * is symmetric, and the same edges come out whichever record came first.
 *
 * When a key passes the limit, or falls back under it, everything that carries it is looked
 * at again.
 */
export async function findEdges(pending: readonly PendingRecord[], sources: EdgeSources): Promise<EdgeChanges> {
  const search = new EdgeSearch(pending, sources)
  await search.run()
  return search.changes()
}

class EdgeSearch {
  readonly #sources: EdgeSources
  readonly #pending: ReadonlyMap<RecordId, PendingRecord>
  readonly #census: KeyCensus
  readonly #features = new Map<RecordId, RecordFeatures>()
  /** Of candidates that are not read yet: most are hopeless, which a glance at them tells. */
  readonly #stored = new Map<RecordId, StoredFeatures>()
  readonly #seekers = new Map<RecordId, Seeker>()
  /** Holders of keys that fell back under the limit, which the index does not answer yet. */
  readonly #returned = new Map<BlockingKey, readonly RecordId[]>()
  readonly #written = new Map<string, EdgeRow>()
  readonly #removed: EdgeRemoval[] = []
  readonly #crowded: EdgeRow[] = []
  /** Candidates of the seekers so far: two seekers that find each other are scored once. */
  readonly #found = new Map<RecordId, ReadonlySet<RecordId>>()

  constructor(pending: readonly PendingRecord[], sources: EdgeSources) {
    this.#sources = sources
    this.#pending = new Map(pending.map((each) => [each.row.id, each]))
    this.#census = new KeyCensus(pending, sources.classKeys)
  }

  async run(): Promise<void> {
    const pending = [...this.#pending.values()]
    await this.#seek(pending.map(({ row, features, probe }) => ({ id: row.id, features, probe, hits: [] })))
    await this.#countLostKeys()
    await this.#seekAgain()
    await this.#compareWithStored(this.#scoreAll())
  }

  changes(): EdgeChanges {
    const skipped = new Set<BlockingKey>()
    const { classKeys = NO_KEYS } = this.#sources
    for (const { row } of this.#pending.values()) {
      for (const key of row.keys) if (!classKeys.has(key) && !this.#census.isAnswered(key)) skipped.add(key)
    }
    // A key that a record only loses is not asked for, but whether it falls back under the limit is assumed.
    const probed = new Set<BlockingKey>(this.#census.changedKeys())
    for (const key of classKeys) probed.add(key)
    for (const { probe } of this.#seekers.values()) for (const { key } of probe) probed.add(key)
    return {
      written: [...this.#written.values()],
      removed: this.#removed,
      probedKeys: [...probed],
      skippedKeys: [...skipped],
      crowded: this.#crowded,
      features: this.#features,
    }
  }

  async #seek(seekers: readonly Seeker[]): Promise<void> {
    for (const seeker of seekers) {
      this.#seekers.set(seeker.id, seeker)
      this.#features.set(seeker.id, seeker.features)
    }
    for (let from = 0; from < seekers.length; from += LIMITS.probesPerCall) {
      const chunk = seekers.slice(from, from + LIMITS.probesPerCall)
      const probes = chunk.map(({ probe }) => probeOf(probe.map(({ key }) => key)))
      this.#take(chunk, await this.#sources.index.candidates(probes, LIMITS.recordsPerKey))
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
        // A record of the step is compared as it will be, not as the index still has it.
        if (this.#features.has(id) || this.#pending.has(id) || this.#stored.has(id)) continue
        const { bytes, featureOffsets } = columns
        this.#stored.set(id, { bytes, from: featureOffsets[row] as number, to: featureOffsets[row + 1] as number })
      }
      for (let position = 0; position < seeker.probe.length; position++) {
        const { key } = seeker.probe[position] as ProbeKey
        this.#census.count(key, seeker.hits[position]?.length ?? 0)
      }
    })
    for (const { key, records } of columns.skippedKeys) this.#census.count(key, records)
  }

  /** Keys that a record loses are not among those it asks for. */
  async #countLostKeys(): Promise<void> {
    const lost = [...this.#census.changedKeys()].filter((key) => !this.#census.isCounted(key))
    for (let from = 0; from < lost.length; from += LIMITS.probesPerCall) {
      const chunk = lost.slice(from, from + LIMITS.probesPerCall)
      const columns = await this.#sources.index.candidates(
        chunk.map((key) => probeOf([key])),
        LIMITS.recordsPerKey,
      )
      for (const [at, key] of chunk.entries()) {
        this.#census.count(key, (columns.offsets[at + 1] as number) - (columns.offsets[at] as number))
      }
      for (const { key, records } of columns.skippedKeys) this.#census.count(key, records)
    }
  }

  /** Takes in everything that carries a key which passes the limit in this step, in either direction. */
  async #seekAgain(): Promise<void> {
    const holders = new Set<RecordId>()
    for (const key of this.#census.changedKeys()) {
      const answeredBefore = this.#census.wasAnswered(key)
      if (answeredBefore === this.#census.isAnswered(key)) continue
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
      return [{ id: each.row.id, features, probe: standingProbe(each.row, features, rules.salt), hits: [] }]
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
        edges.set(`${a}:${b}`, { a, b, weight, confidence, model: version, epoch: scorer.terms.epoch })
      }
      done.set(seeker.id, candidates)
    }
    return edges
  }

  #candidatesOf(seeker: Seeker): ReadonlySet<RecordId> {
    const { probe, hits } = seeker
    let found: Set<RecordId> | undefined
    for (let position = 0; position < probe.length; position++) {
      const { key, slot, scale } = probe[position] as ProbeKey
      const pending = this.#census.pendingHolders(key)
      const returned = this.#returned.get(key) ?? NOBODY
      const indexed = hits[position] ?? NOBODY
      // Most keys of most records are on nobody else.
      const isAlone = pending.length === 0 || (pending.length === 1 && pending[0] === seeker.id)
      if ((isAlone && returned.length === 0 && indexed.length === 0) || !this.#census.isAnswered(key)) continue
      if (scale !== undefined && !this.#isOwnAnswered(seeker, slot)) continue
      found ??= new Set()
      for (const id of pending) this.#find(seeker, id, scale, found)
      for (const id of returned) this.#find(seeker, id, scale, found)
      for (const id of indexed) if (!this.#pending.has(id)) this.#find(seeker, id, scale, found)
    }
    return found ?? NOT_ANYBODY
  }

  /** Whether the key is answered that a record has in its own cell. */
  #isOwnAnswered({ probe }: Seeker, slot: number): boolean {
    const own = probe.find((each) => each.own && each.slot === slot)
    return own !== undefined && this.#census.isAnswered(own.key)
  }

  #find(seeker: Seeker, id: RecordId, scale: KeyScale | undefined, found: Set<RecordId>): void {
    if (id === seeker.id || found.has(id)) return
    if (scale === undefined || this.#reachEachOther(seeker, id, scale)) found.add(id)
  }

  #reachEachOther(seeker: Seeker, id: RecordId, scale: KeyScale): boolean {
    const features = this.#features.get(id)
    if (features !== undefined) return scale.reachEachOther(seeker.features, features)
    const glance = this.#glanceAt(id)
    if (glance !== undefined) return scale.reachesPoint(seeker.features, glance.coordinates)
    const decoded = this.#featuresOf(id)
    return decoded !== undefined && scale.reachEachOther(seeker.features, decoded)
  }

  #scoreOf(seeker: Seeker, id: RecordId, leastWeight: number): PairScore | undefined {
    const { scorer } = this.#sources
    const glance = this.#features.has(id) ? undefined : this.#glanceAt(id)
    if (glance !== undefined) {
      return scorer.scoreGlanced(seeker.features, glance, leastWeight, () => this.#featuresOf(id) as RecordFeatures)
    }
    const features = this.#featuresOf(id)
    return features === undefined ? undefined : scorer.scoreFrom(seeker.features, features, leastWeight)
  }

  /** Undefined for a record that is read, and where the rules have no glance. */
  #glanceAt(id: RecordId): FeatureGlance | undefined {
    const { rules } = this.#sources
    const stored = this.#stored.get(id)
    if (stored === undefined || rules.glance === undefined) return undefined
    rules.glance(shared, stored.bytes, stored.from, stored.to)
    return shared
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
        before.epoch === edge.epoch
      if (!same) this.#written.set(pair, edge)
    }
    for (const [pair, edge] of stored) {
      if (edges.has(pair)) continue
      const { a, b } = edge
      this.#removed.push({ a, b, removed: true })
      const isFound = this.#found.get(a)?.has(b) === true || this.#found.get(b)?.has(a) === true
      if (!isFound && this.#isAsItWas(a) && this.#isAsItWas(b)) this.#crowded.push(edge)
    }
  }

  /** Whether a record says what it said before the step: what it finds no more, limits hide. */
  #isAsItWas(id: RecordId): boolean {
    const pending = this.#pending.get(id)
    if (pending?.before === undefined) return pending === undefined
    const { row, before } = pending
    return row.endedAt === undefined && row.copy === before.row.copy && isSameBytes(row.features, before.row.features)
  }
}
