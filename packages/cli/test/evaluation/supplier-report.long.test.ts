import { join } from 'node:path'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry, type SupplierRecord } from '@utpid/core'
import type { LinkCounts } from '@utpid/core/operations'
import { readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const data = process.env.UTPID_DATA
if (data === undefined) console.warn('SKIPPED: supplier reports of real feeds. Set UTPID_DATA to the folder of feeds.')

const FEEDS = ['paris-osm-hotels', 'paris-datatourisme', 'paris-atout-france'] as const
/** Groups that a report lists apart. */
const SHOWN_GROUPS = 20
const NO_COUNTS: LinkCounts = { records: 0, linked: 0, alone: 0, own: 0, doubtful: 0 }

type Groups = Map<string, LinkCounts>

/** Counts of the records of one supplier, from the codes, products and alerts of the registry. */
interface Counted {
  readonly byCountry: Groups
  readonly byCategory: Groups
  readonly byWebsite: Groups
}

async function countRegistry(registry: Registry, supplier: string): Promise<Counted> {
  const doubtful = new Set<string>()
  for (let offset = 0; ; offset += 1_000) {
    const { alerts } = await registry.alerts({ status: 'open', offset, limit: 1_000 })
    for (const { utpids } of alerts) for (const utpid of utpids) doubtful.add(utpid)
    if (alerts.length < 1_000) break
  }
  const counted: Counted = { byCountry: new Map(), byCategory: new Map(), byWebsite: new Map() }
  for await (const row of registry.crosswalk()) {
    if (row.supplier !== supplier) continue
    const records = ((await registry.get(row.utpid))?.records ?? []).map((each) => each.record)
    const record = records.find((each) => each.supplier === supplier && each.code === row.code) as SupplierRecord
    const isLinked = records.some((each) => each.supplier !== supplier)
    const one: LinkCounts = {
      records: 1,
      linked: isLinked ? 1 : 0,
      alone: records.length === 1 ? 1 : 0,
      own: !isLinked && records.length > 1 ? 1 : 0,
      doubtful: doubtful.has(row.utpid) ? 1 : 0,
    }
    add(counted.byCountry, record.location?.country ?? 'ZZ', one)
    add(counted.byCategory, record.category ?? 'other', one)
    add(counted.byWebsite, record.website === undefined ? 'without' : 'with', one)
  }
  return counted
}

function add(groups: Groups, name: string, counts: LinkCounts): void {
  groups.set(name, sum([groups.get(name) ?? NO_COUNTS, counts]))
}

function sum(all: Iterable<LinkCounts>): LinkCounts {
  const total = { ...NO_COUNTS }
  for (const each of all) for (const name of Object.keys(total) as (keyof LinkCounts)[]) total[name] += each[name]
  return total
}

/** The groups of a report that are small enough to list them all. */
function listed(groups: Groups): Record<string, LinkCounts> {
  expect(groups.size).toBeLessThanOrEqual(SHOWN_GROUPS)
  return Object.fromEntries(groups)
}

function named(groups: readonly (LinkCounts & { readonly name: string })[]): Record<string, LinkCounts> {
  return Object.fromEntries(groups.map(({ name, ...counts }) => [name, counts]))
}

describe.skipIf(data === undefined)('the report of a supplier', () => {
  let registry: Registry
  const imported = new Map<string, { readonly linked: number; readonly created: number; readonly alerted: number }>()

  beforeAll(async () => {
    registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
    for (const feed of FEEDS) {
      const rows: unknown[] = []
      for await (const item of readFeed(join(data as string, 'feeds', `${feed}.jsonl.gz`), {})) {
        if (!('error' in item)) rows.push({ ...item.record, supplier: feed })
      }
      imported.set(feed, await registry.import(rows))
    }
  })
  afterAll(() => registry?.close())

  test.each(FEEDS)('of %s has the counts of the registry', async (supplier) => {
    const report = await registry.supplierReport(supplier)
    const { byCountry, byCategory, byWebsite } = await countRegistry(registry, supplier)
    expect(report.records).toEqual(sum(byCountry.values()))
    expect(report.records.records).toBeGreaterThan(400)
    expect(report.records.linked).toBeGreaterThan(0)
    expect(named(report.byCountry)).toEqual(listed(byCountry))
    expect(named(report.byCategory)).toEqual(listed(byCategory))
    const website = report.fields.find(({ field }) => field === 'website')
    const [having, without] = [byWebsite.get('with') ?? NO_COUNTS, byWebsite.get('without') ?? NO_COUNTS]
    expect(website).toEqual({
      field: 'website',
      with: { records: having.records, linked: having.linked },
      without: { records: without.records, linked: without.linked },
    })
    const { linked, created, alerted } = imported.get(supplier) ?? {}
    expect(report.lastImport?.counts).toMatchObject({ linked, created, alerted })
  })
})
