import type { KeySegment } from '@utpid/adapter-memory/engine'
import type { IndexRules, PairScorer } from '@utpid/core/scoring'
import type { EdgeRow, RecordId, StoredRecord } from '@utpid/core/storage'
import { copyClassOf, readInChunks } from '@utpid/core/storage'
import { type CompareResult, type CompareTask, ROWS_LIMIT } from './compare-task.ts'
import type { EdgeLists } from './edge-lists.ts'
import { RowClusters } from './row-clusters.ts'
import { markCopies } from './row-copies.ts'
import { RowEdges } from './row-edges.ts'
import { RowFeatures } from './row-features.ts'
import { RowNumbers } from './row-numbers.ts'
import { placeOf } from './row-places.ts'

/** If fewer than one in 8 stored rows is needed, rows are read individually. */
const SPARSE = 8

/** Reads from the ledger. */
export interface StoredRows {
  getRecords(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]>
  /** Returns the edges whose lower record id is in this range, sorted by lower and then higher record id. */
  edgesBetween(min: RecordId, max: RecordId): Iterable<EdgeRow>
}

/** Runs the tasks of comparing all rows of an index, on the calling thread. */
export class CompareRows {
  readonly #rows: RowNumbers
  readonly #rules: IndexRules
  readonly #features: RowFeatures
  readonly #edges: RowEdges
  readonly #scorer: PairScorer
  readonly #stored: StoredRows

  constructor(segments: readonly KeySegment[], rules: IndexRules, scorer: PairScorer, stored: StoredRows) {
    this.#rows = new RowNumbers(segments)
    this.#rules = rules
    this.#features = new RowFeatures(this.#rows, rules)
    this.#edges = new RowEdges(this.#rows, this.#features, scorer, rules)
    this.#scorer = scorer
    this.#stored = stored
  }

  async run(task: CompareTask): Promise<CompareResult> {
    switch (task.kind) {
      case 'places':
        return this.#places(task)
      case 'copies':
        return await this.#markCopies(task)
      case 'edges':
        return this.#findEdges(task)
      case 'stored':
        return this.#compareStored(task)
      case 'groups':
        return await this.#split(task)
    }
  }

  #places({ from, to, places, classes }: CompareTask & { kind: 'places' }): CompareResult {
    for (let row = from; row < to; row++) {
      if (this.#rows.isDeleted(row)) {
        places[row] = Number.POSITIVE_INFINITY
        classes[row] = -1
        continue
      }
      const encoded = this.#features.encodedOf(row)
      const features = this.#rules.decode(encoded)
      places[row] = placeOf(features) * ROWS_LIMIT + row
      classes[row] = copyClassOf(features, this.#rules, encoded).hash
    }
    return { count: 0 }
  }

  async #markCopies({ from, to, classes, ...columns }: CompareTask & { kind: 'copies' }): Promise<CompareResult> {
    let count = 0
    for (let at = from; at < to; at++) {
      const rows = classes.rows.subarray(classes.starts[at], classes.starts[at + 1])
      count += markCopies(rows, await this.#recordsOf([...rows]), columns)
    }
    return { count }
  }

  #recordsOf(rows: readonly number[]): Promise<(StoredRecord | undefined)[]> {
    return readInChunks(
      rows.map((row) => this.#rows.idOf(row)),
      (ids) => this.#stored.getRecords(ids),
    )
  }

  #findEdges({ from, to, order, copies }: CompareTask & { kind: 'edges' }): CompareResult {
    const rows: number[] = []
    const others: number[] = []
    const weights: number[] = []
    for (let at = from; at < to; at++) {
      const row = order[at] as number
      this.#edges.each(row, copies, (other, weight) => {
        rows.push(row)
        others.push(other)
        weights.push(weight)
      })
    }
    const found = { rows: Uint32Array.from(rows), others: Uint32Array.from(others), weights: Int32Array.from(weights) }
    return { found, count: rows.length }
  }

  #compareStored({ from, to, edges, differs }: CompareTask & { kind: 'stored' }): CompareResult {
    let count = 0
    const stored = this.#storedOf(from, to)
    for (let row = from; row < to; row++) {
      if (this.#rows.isDeleted(row)) continue
      const differing = this.#differing(row, edges, stored(this.#rows.idOf(row)))
      if (differing > 0) differs[row] = 1
      count += differing
    }
    return { count }
  }

  /**
   * Returns a reader of the stored edges of some rows. Call the reader in row order. Ids are evenly spread hashes, so a
   * range scan for the rows of a small segment would read most edges of the ledger.
   */
  #storedOf(from: number, to: number): (id: RecordId) => readonly EdgeRow[] {
    const [min, max] = [this.#rows.idOf(from), this.#rows.idOf(to - 1)]
    const between = (this.#rows.length * (max - min)) / Number.MAX_SAFE_INTEGER
    if (between > (to - from) * SPARSE) return (id) => [...this.#stored.edgesBetween(id, id)]
    const edgeIterator = this.#stored.edgesBetween(min, max)[Symbol.iterator]()
    let next = edgeIterator.next()
    return (id) => {
      const own: EdgeRow[] = []
      for (; next.done !== true && next.value.a <= id; next = edgeIterator.next())
        if (next.value.a === id) own.push(next.value)
      return own
    }
  }

  /** Counts the edges of a row that are missing, superfluous or stored with a different weight. */
  #differing(row: number, { starts, others, weights }: EdgeLists, stored: readonly EdgeRow[]): number {
    const { model, terms } = this.#scorer
    const [from, to] = [starts[row] as number, starts[row + 1] as number]
    if (from === to || stored.length === 0) return to - from + stored.length
    const byEnd = new Map(stored.map((edge) => [edge.b, edge]))
    let both = 0
    let other = 0
    for (let at = from; at < to; at++) {
      const edge = byEnd.get(this.#rows.idOf(others[at] as number))
      if (edge === undefined) continue
      both++
      if (edge.weight !== weights[at] || edge.model !== model.version || edge.tfVersion !== terms.tfVersion) other++
    }
    return to - from - both + (stored.length - both) + other
  }

  async #split({ from, to, edges, components, clusters }: CompareTask & { kind: 'groups' }): Promise<CompareResult> {
    const { rows, starts } = components
    const rowClusters = new RowClusters(this.#features, edges, this.#scorer, (numbers) => this.#recordsOf(numbers))
    for (let component = from; component < to; component++) {
      const own = [...rows.subarray(starts[component], starts[component + 1])]
      for (const group of await rowClusters.split(own)) {
        const lowest = Math.min(...group)
        for (const row of group) clusters[row] = lowest
      }
    }
    return { count: rowClusters.oversized }
  }
}
