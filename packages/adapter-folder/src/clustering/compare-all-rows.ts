import { type Bytes, bytes, type Integers, integers, numbers } from '@utpid/adapter-memory/engine'
import type { RecordId } from '@utpid/core/storage'
import { type CompareResult, type CompareTask, ROWS_LIMIT } from './compare-task.ts'
import { clusterPairs, markDifferingClusters } from './differing-clusters.ts'
import { type EdgeLists, edgeLists, type FoundEdges } from './edge-lists.ts'
import { type RowComponents, rowComponents } from './row-components.ts'
import { type RowCopies, rowClasses } from './row-copies.ts'
import type { RowNumbers } from './row-numbers.ts'

/** The result of comparing all records of an index again. */
export interface ComparedRecords {
  readonly compared: number
  /**
   * The number of edges, and the number of edges that are missing in storage, superfluous or stored with a different
   * weight.
   */
  readonly edges: number
  readonly edgesDiffering: number
  /** The number of clusters, ignoring judgements. */
  readonly clusters: number
  /** The number of pairs of clusters with an edge between them. The most similar pairs become alerts. */
  readonly alerts: number
  /** The number of components that are too large to split as a whole. */
  readonly oversizedComponents: number
  /** The records with different stored edges or clusters. Records of one component are adjacent. */
  readonly ids: Float64Array
  /** For each record: its id, its stored product, and the position of the record that represents its cluster. */
  readonly recordIds: Float64Array
  readonly productIds: Float64Array
  readonly clusterOf: Uint32Array
}

/** Runs tasks, several at a time, in any order. Resolves with false if the tasks fail or the caller stops them. */
export type DoTasks = (
  tasks: Iterable<CompareTask>,
  onDone: (answer: CompareResult, task: CompareTask) => void,
) => Promise<boolean>

/**
 * The number of rows, classes or components per task. Tasks are large enough to make the transfer negligible, and small
 * enough to let all threads end at about the same time.
 */
const ROWS_PER_TASK = { places: 16_384, copies: 1_024, edges: 2_048, stored: 8_192, groups: 4_096 } as const

/**
 * Compares all rows of an index with each other and with the stored rows.
 *
 * @param onCompared - Receives the number of rows whose edges were found.
 * @returns undefined if the tasks failed or were stopped.
 */
export async function compareAllRows(
  rows: RowNumbers,
  doTasks: DoTasks,
  onCompared: (done: number, total: number) => void,
): Promise<ComparedRecords | undefined> {
  if (rows.length >= ROWS_LIMIT) return undefined
  const sorted = await sortRows(rows, doTasks)
  if (sorted === undefined) return undefined
  const { order, classes } = sorted
  const differs = bytes(rows.length)
  const copies = await findCopies(classes, differs, doTasks)
  if (copies === undefined) return undefined
  const edges = await findEdges(rows, order, copies, doTasks, onCompared)
  if (edges === undefined) return undefined
  const edgesDiffering = await countDifferingEdges(rows, edges, differs, doTasks)
  if (edgesDiffering === undefined) return undefined
  const components = rowComponents(edges)
  const split = await splitComponents(edges, components, rows.length, doTasks)
  if (split === undefined) return undefined
  const { clusters, oversizedComponents } = split
  const clusterCount = markDifferingClusters(rows, order, clusters, differs)
  return {
    compared: order.length,
    edges: edges.others.length,
    edgesDiffering,
    clusters: clusterCount,
    alerts: clusterPairs(edges, clusters),
    oversizedComponents,
    ids: differingIds(rows, components.rows, order, differs),
    ...byRecord(rows, order, clusters),
  }
}

interface SortedRows {
  /** The numbers of the rows that are not deleted, in spatial order (see `placeOf`). */
  readonly order: Integers
  /** Classes of two or more rows that may be copies of each other. */
  readonly classes: RowComponents
}

async function sortRows({ length }: RowNumbers, doTasks: DoTasks): Promise<SortedRows | undefined> {
  const places = numbers(length)
  const classHashes = numbers(length)
  const areKnown = await doTasks(
    ranges(0, length, ROWS_PER_TASK.places, (from, to) => ({
      kind: 'places',
      from,
      to,
      places,
      classes: classHashes,
    })),
    () => undefined,
  )
  return areKnown ? { order: orderOf(places), classes: rowClasses(classHashes) } : undefined
}

/** @param differs - Receives 1 for each row with a wrong stored copy state. */
async function findCopies(classes: RowComponents, differs: Bytes, doTasks: DoTasks): Promise<RowCopies | undefined> {
  const copyStates = bytes(differs.length)
  let misplaced = 0
  const areKnown = await doTasks(
    ranges(0, classes.starts.length - 1, ROWS_PER_TASK.copies, (from, to) => ({
      kind: 'copies',
      from,
      to,
      classes,
      copyStates,
      differs,
    })),
    ({ count }) => {
      misplaced += count
    },
  )
  return areKnown ? { copyStates, anyMisplaced: misplaced > 0 } : undefined
}

async function findEdges(
  rows: RowNumbers,
  order: Integers,
  copies: RowCopies,
  doTasks: DoTasks,
  onCompared: (done: number, total: number) => void,
): Promise<EdgeLists | undefined> {
  const found: FoundEdges[] = []
  let done = 0
  const areFound = await doTasks(
    ranges(0, order.length, ROWS_PER_TASK.edges, (from, to) => ({ kind: 'edges', from, to, order, copies })),
    (answer, { from, to }) => {
      if (answer.found !== undefined) found.push(answer.found)
      done += to - from
      onCompared(done, order.length)
    },
  )
  return areFound ? edgeLists(found, rows.length, (row, other) => rows.idOf(row) < rows.idOf(other)) : undefined
}

/** @param differs - Receives 1 for each row with wrong stored edges. */
async function countDifferingEdges(
  rows: RowNumbers,
  edges: EdgeLists,
  differs: Bytes,
  doTasks: DoTasks,
): Promise<number | undefined> {
  let differing = 0
  const areCompared = await doTasks(
    bySegment(rows, ROWS_PER_TASK.stored, (from, to) => ({ kind: 'stored', from, to, edges, differs })),
    ({ count }) => {
      differing += count
    },
  )
  return areCompared ? differing : undefined
}

interface SplitRows extends Pick<ComparedRecords, 'oversizedComponents'> {
  /** For each row, the lowest row of its cluster. */
  readonly clusters: Integers
}

async function splitComponents(
  edges: EdgeLists,
  components: RowComponents,
  length: number,
  doTasks: DoTasks,
): Promise<SplitRows | undefined> {
  const clusters = integers(length)
  for (let row = 0; row < clusters.length; row++) clusters[row] = row
  let oversizedComponents = 0
  const areSplit = await doTasks(
    ranges(0, components.starts.length - 1, ROWS_PER_TASK.groups, (from, to) => ({
      kind: 'groups',
      from,
      to,
      edges,
      components,
      clusters,
    })),
    ({ count }) => {
      oversizedComponents += count
    },
  )
  return areSplit ? { clusters, oversizedComponents } : undefined
}

function byRecord(
  rows: RowNumbers,
  order: Integers,
  clusters: Integers,
): Pick<ComparedRecords, 'recordIds' | 'productIds' | 'clusterOf'> {
  const products = rows.productIds()
  const positions = new Uint32Array(rows.length)
  for (let at = 0; at < order.length; at++) positions[order[at] as number] = at
  const recordIds = new Float64Array(order.length)
  const productIds = new Float64Array(order.length)
  const clusterOf = new Uint32Array(order.length)
  for (let at = 0; at < order.length; at++) {
    const row = order[at] as number
    recordIds[at] = rows.idOf(row)
    productIds[at] = products[row] as number
    clusterOf[at] = positions[clusters[row] as number] as number
  }
  return { recordIds, productIds, clusterOf }
}

/** Returns the numbers of the rows that are not deleted, in spatial order (see `placeOf`). */
function orderOf(places: Float64Array): Integers {
  const sorted = Float64Array.from(places).sort()
  let live = sorted.length
  while (live > 0 && sorted[live - 1] === Number.POSITIVE_INFINITY) live--
  const order = integers(live)
  for (let at = 0; at < live; at++) order[at] = (sorted[at] as number) % ROWS_LIMIT
  return order
}

function* ranges(
  first: number,
  end: number,
  atOnce: number,
  task: (from: number, to: number) => CompareTask,
): Generator<CompareTask> {
  for (let from = first; from < end; from += atOnce) yield task(from, Math.min(end, from + atOnce))
}

function* bySegment(
  { starts }: RowNumbers,
  atOnce: number,
  task: (from: number, to: number) => CompareTask,
): Generator<CompareTask> {
  for (let at = 1; at < starts.length; at++) {
    yield* ranges(starts[at - 1] as number, starts[at] as number, atOnce, task)
  }
}

/** Returns the ids of the differing records. Rows of one component are adjacent; rows without edges follow. */
function differingIds(rows: RowNumbers, connected: Integers, order: Integers, differs: Uint8Array): Float64Array {
  const ids: number[] = []
  const take = (row: number): void => {
    if (differs[row] !== 1) return
    differs[row] = 0
    ids.push(rows.idOf(row) satisfies RecordId)
  }
  for (const row of connected) take(row)
  for (const row of order) take(row)
  return Float64Array.from(ids)
}
