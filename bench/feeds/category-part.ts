import { hideFields, parseHiddenFields } from '@utpid/evaluation'
import { dataPart } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import type { FeedRow } from './feed-rows.ts'
import { PARIS_HIDDEN, parisRows } from './paris.ts'
import { inMemory } from './registries.ts'

/** The counts of a registry that a missing column may change. */
interface Outcome {
  /** Records beyond the first of their product. */
  readonly links: number
  readonly alerts: number
  /** Products whose category is not known. */
  readonly unknown: number
}

/** The share by which links and alerts may differ. */
const MOST = 0.05

/**
 * Imports the Paris feeds without contacts: as they are, and without their categories. Then the registry infers a
 * category from the name of each record. Last without categories, but with the default category of each supplier, as the
 * dry run advises.
 */
export const categoryPart = dataPart('category', async ({ data, say }) => {
  const hidden = parseHiddenFields(PARIS_HIDDEN)
  const rows = [...(await parisRows(data)).values()].flat().map((row) => hideFields(row, hidden))
  const bare = rows.map(({ category: _, ...row }): FeedRow => row)
  say('category: with the column')
  const given = await imported(rows, false)
  say('category: without the column')
  const without = await imported(bare, false)
  say('category: without the column, with a default')
  const byDefault = await imported(bare, true)
  return { n: rows.length, rows: below('feeds.category', figures(given, without, byDefault)) }
})

function figures(given: Outcome, without: Outcome, byDefault: Outcome): Figure[] {
  const bar = `<= ${MOST}`
  const change = (of: 'links' | 'alerts', outcome: Outcome): number => Math.abs(outcome[of] - given[of]) / given[of]
  return [
    ['links', 'Paris, contacts hidden: links', given.links, 'count'],
    ['alerts', '... open alerts', given.alerts, 'count'],
    ['without.links', '... without the column of categories: links', without.links, 'count'],
    ['without.links.change', '... share by which they differ', change('links', without), 'fraction', bar],
    ['without.alerts', '... open alerts', without.alerts, 'count'],
    ['without.alerts.change', '... share by which they differ', change('alerts', without), 'fraction', bar],
    ['without.unknown', '... products without a known category', without.unknown, 'count'],
    ['default.links', '... with the default category of each supplier: links', byDefault.links, 'count'],
    ['default.links.change', '... share by which they differ', change('links', byDefault), 'fraction', bar],
    ['default.alerts', '... open alerts', byDefault.alerts, 'count'],
    ['default.alerts.change', '... share by which they differ', change('alerts', byDefault), 'fraction', bar],
  ]
}

async function imported(rows: readonly FeedRow[], hasDefault: boolean): Promise<Outcome> {
  await using filled = await inMemory([])
  const { registry } = filled
  if (hasDefault) {
    for (const supplier of new Set(rows.map((row) => String(row.supplier)))) {
      await registry.setSupplier({ id: supplier, category: 'hotel' })
    }
  }
  await registry.import(rows)
  const { records, duplicates, products } = await registry.stats()
  return {
    links: records.total - products.total,
    alerts: duplicates.open,
    unknown: products.byCategory.other ?? 0,
  }
}
