import { createHash } from 'node:crypto'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, LIMITS, type Storage } from '@utpid/core'
import { parseWhere, readFeed, toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'
import { FRENCH_SOURCE, feedPath, PARIS_CITY, PARIS_FEEDS } from '../report/paris-feeds.ts'
import type { Part, PartContext, PartResult } from '../report/part.ts'
import { barRow, plainRow, type Row } from '../report/row.ts'
import { seededRandom, shuffled } from '../report/seeded-random.ts'

type FeedRow = Readonly<Record<string, unknown>>

const ORDERS = 10

/** The same records in many orders and batch sizes must give the same groups. */
export const orderPart: Part = {
  name: 'order',
  needsData: false,
  withoutData: 'only generated feeds, because UTPID_DATA is not set.',
  run: async (context): Promise<PartResult> => {
    const { data, seed } = context
    const generated = [...generateFeeds({ seed }).records].map((record) => toRecord({ ...record }))
    const sets = [
      ...(data === undefined ? [] : [{ name: 'Paris', records: await parisRecords(data) }]),
      { name: 'generated', records: latestOfEachCode(generated) },
    ]
    const rows: Row[] = []
    for (const { name, records } of sets) {
      const groupings = await groupingsOf(name, records, context)
      const id = `order.${name.toLowerCase()}`
      const distinct = new Set(groupings).size
      rows.push(plainRow(`${id}.records`, `${name}: records in ${ORDERS} orders`, records.length, 'count'))
      rows.push(barRow(id, `${name}: distinct groupings`, distinct, 'count', ['=', 1]))
    }
    return { n: Math.max(...sets.map(({ records }) => records.length)), rows }
  },
}

async function parisRecords(data: string): Promise<FeedRow[]> {
  const records: FeedRow[] = []
  for (const { file, source } of PARIS_FEEDS) {
    const where = parseWhere(source === FRENCH_SOURCE ? [`city=${PARIS_CITY}`] : [])
    for await (const item of readFeed(feedPath(data, file), { where })) {
      if ('error' in item) throw new Error(`${file}:${item.line}: ${item.error.message}`)
      records.push(item.record)
    }
  }
  return latestOfEachCode(records)
}

/** Of two rows with one code the later counts, so only one of them may take part where order must not matter. */
function latestOfEachCode(records: readonly FeedRow[]): FeedRow[] {
  return [...new Map(records.map((record) => [`${record.supplier}\u0000${record.code}`, record])).values()]
}

async function groupingsOf(name: string, records: readonly FeedRow[], { seed, say }: PartContext): Promise<string[]> {
  const random = seededRandom(seed)
  const groupings: string[] = []
  for (let order = 0; order < ORDERS; order++) {
    const batchSize = batchSizeOf(order, random)
    const storage = createMemoryStorage()
    const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
    await registry.import(shuffled(records, random), { batchSize })
    const grouping = await groupingHash(storage)
    await registry.close()
    groupings.push(grouping)
    say(`order: ${name} ${order + 1} of ${ORDERS}, batches of ${batchSize}: groups ${grouping.slice(0, 12)}`)
  }
  return groupings
}

/** The least and the most first, then anything between, small ones as often as large ones. */
function batchSizeOf(order: number, random: () => number): number {
  if (order === 0) return 1
  if (order === 1) return LIMITS.recordsPerCommit
  return Math.round(LIMITS.recordsPerCommit ** random())
}

/** A hash of which records stand together, whatever their products are called. */
async function groupingHash({ ledger }: Storage): Promise<string> {
  const groups = new Map<number, string[]>()
  for (let after = -1; ; ) {
    const page = await ledger.scanRecords(after, LIMITS.rowsPerPage)
    for (const { row, link } of page) {
      if (link === undefined) continue
      const group = groups.get(link.productId) ?? []
      group.push(`${row.record.supplier} ${row.record.code}`)
      groups.set(link.productId, group)
    }
    const last = page.at(-1)
    if (last === undefined || page.length < LIMITS.rowsPerPage) break
    after = last.row.id
  }
  const lines = [...groups.values()].map((group) => JSON.stringify(group.sort())).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
