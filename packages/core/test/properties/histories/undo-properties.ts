import type { Storage } from '@utpid/core'
import type { DecisionRow } from '@utpid/core/storage'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { readInChunks } from '../../../src/storage/ledger/read-in-chunks.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { type Happening, happen, livingHistory } from '../../support/living-world.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { readWhole } from '../../support/registry-state.ts'
import { type SmallRecord, smallRecord } from '../../support/small-world.ts'
import { TIMELESS } from '../../support/timeless.ts'
import { visibleState } from './living-properties.ts'

/** Ids of products and records that a decision wrote, and the records that can affect them. */
interface Touched {
  readonly products: ReadonlySet<number>
  readonly records: ReadonlySet<number>
  /** The written records, and all records with an edge to one of them. */
  readonly near: ReadonlySet<number>
}

interface Snapshot {
  readonly state: Awaited<ReturnType<typeof visibleState>>
  /** Standing judgements, as `record record verdict`. */
  readonly judgements: ReadonlyMap<string, readonly [number, number]>
}

interface MadeDecision {
  readonly change: number
  readonly does: Happening['does']
  readonly before: Snapshot
  readonly touched: Touched
}

/**
 * Tests that the undo of a decision on which no later decision rests restores its products, their ids, alerts and
 * judgements, and changes no other product and no other decision.
 *
 * @param decisions - Number of random decisions. The undos are tried on all of them, in another order.
 */
export function undoOfAnyDecisionRestores(numRuns: number, decisions: number): Promise<void> {
  const history = fc.tuple(townRecords(Math.ceil(decisions / 3)), decisionsOnly(decisions))
  const property = fc.asyncProperty(history, async ([records, happenings]) => {
    const world = await openRegistry({ survivorshipRules: TIMELESS })
    const { registry, storage } = world
    await registry.import(records)
    const made: MadeDecision[] = []
    const changes: number[] = []
    for (const happening of happenings) {
      const before = await snapshot(storage)
      const change = await happen(happening, world, changes)
      if (change === undefined) continue
      made.push({ change, does: happening.does, before, touched: await touchedBy(storage, change) })
    }
    const later = made.map(({ change, touched }) => ({ change, touched }))
    let undone = 0
    for (const each of reordered(made)) {
      const [decision] = await storage.ledger.decisions([each.change])
      if (decision?.undoneBy !== undefined) continue
      if (later.some(({ change, touched }) => change > each.change && rests(touched, each.touched))) continue
      const now = await snapshot(storage)
      const decided = await storage.ledger.scanDecisions(0, 1_000)
      const { change } = await registry.undo(each.change, { actor: 'ben' })
      const after = await snapshot(storage)
      const what = `undone ${each.does} of change ${each.change}`
      expect(partOf(after, each.touched, true), what).toEqual(partOf(each.before, each.touched, true))
      expect(partOf(after, each.touched, false), what).toEqual(partOf(now, each.touched, false))
      const rows = await storage.ledger.scanDecisions(0, 1_000)
      expect(rows.filter((row) => row.change !== change)).toEqual(decided.map((row) => undoneRow(row, each, change)))
      later.push({ change, touched: await touchedBy(storage, change) })
      undone++
    }
    await expectConsistent(storage)
    if (made.length > 20) expect(undone).toBeGreaterThan(made.length / 20)
  })
  return fc.assert(property, runs(numRuns))
}

function undoneRow(row: DecisionRow, { change }: MadeDecision, undoneBy: number): DecisionRow {
  return row.change === change ? { ...row, undoneBy } : row
}

/** Records of many small places, each far from the others. */
function townRecords(towns: number): fc.Arbitrary<SmallRecord[]> {
  return fc
    .array(fc.tuple(fc.nat(towns - 1), smallRecord()), { minLength: towns * 3, maxLength: towns * 4 })
    .map((drawn) => drawn.map(([town, record]) => inTown(town, record)))
}

function inTown(town: number, { phone: _, ...record }: SmallRecord): SmallRecord {
  const [latitude, longitude] = record.location.coordinates ?? [48.8601, 2.3401]
  const north = Math.round((latitude + (town % 40) * 0.05) * 1e6) / 1e6
  const east = Math.round((longitude + Math.floor(town / 40) * 0.08) * 1e6) / 1e6
  return { ...record, code: `${town}-${record.code}`, location: { city: `Town ${town}`, coordinates: [north, east] } }
}

function decisionsOnly(count: number): fc.Arbitrary<Happening[]> {
  const others: ReadonlySet<Happening['does']> = new Set(['import', 'full', 'end', 'priority'])
  return fc
    .array(livingHistory(12), { minLength: Math.ceil(count / 4), maxLength: Math.ceil(count / 4) })
    .map((drawn) => drawn.flat().filter(({ does }) => !others.has(does)))
    .map((all) => all.slice(0, count).map(spread))
}

/** Numbers that select objects are small. This spreads them over a large registry. */
function spread(happening: Happening, at: number): Happening {
  const far = (number: number): number => number + at * 7_919
  if ('other' in happening) return { ...happening, one: far(happening.one), other: far(happening.other) }
  return 'one' in happening ? { ...happening, one: far(happening.one) } : happening
}

/** Returns the items in a fixed order that is neither theirs nor its reverse. */
function reordered<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item, at) => [item, ((at + 1) * 7_919) % 1_009] as const)
    .sort(([, a], [, b]) => a - b)
    .map(([item]) => item)
}

async function snapshot(storage: Storage): Promise<Snapshot> {
  const { judgements } = await readWhole(storage)
  return {
    state: await visibleState(storage),
    judgements: new Map(judgements.map(({ a, b, verdict }) => [`${a} ${b} ${verdict}`, [a, b]])),
  }
}

async function touchedBy({ ledger }: Storage, change: number): Promise<Touched> {
  const [entry] = await ledger.changes(change - 1, 1)
  const [decision] = await ledger.decisions([change])
  if (entry === undefined || decision === undefined) throw new Error(`Change ${change} is not in the change feed.`)
  const alerts = await readInChunks(entry.alerts, (ids) => ledger.getAlerts(ids))
  const products = new Set([
    ...[...entry.products, ...entry.removedProducts, ...entry.lineage],
    ...decision.before.map(({ id }) => id),
    ...alerts.flatMap((row) => row?.products ?? []),
  ])
  const rows = await readInChunks([...products], (ids) => ledger.getProducts(ids))
  const records = new Set([
    ...[...entry.records, ...entry.judgements],
    ...decision.before.flatMap((each) => each.records),
    ...rows.flatMap((row) => row?.records ?? []),
  ])
  const edges = await readInChunks([...records], (ids) => ledger.edges(ids))
  return { products, records, near: new Set([...records, ...edges.flat().flatMap(({ a, b }) => [a, b])]) }
}

/** Reports whether one decision may rest on another one. */
function rests(one: Touched, other: Touched): boolean {
  const near = [...one.near].some((id) => other.near.has(id))
  return near || [...one.products].some((id) => other.products.has(id))
}

/** Returns what a snapshot has about the touched products and records, or everything else. */
function partOf({ state, judgements }: Snapshot, { products, records }: Touched, isTouched: boolean): unknown {
  const isPart = (ids: readonly number[], touched: ReadonlySet<number>): boolean =>
    ids.some((id) => touched.has(id)) === isTouched
  return {
    products: state.products.filter(({ id }) => isPart([id], products)),
    alerts: state.alerts.filter(({ pair }) => isPart(pair, products)),
    judgements: [...judgements].flatMap(([text, pair]) => (isPart(pair, records) ? [text] : [])).sort(),
  }
}
