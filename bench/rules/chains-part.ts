import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { storedRecords } from '../harness/clustering-hash.ts'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'
import { siblingChains } from './sibling-chains.ts'

const CHAINS_OF_EACH_KIND = 40
const ORDERS = 3

/**
 * Imports chains of siblings. No product may contain two siblings, whatever links neighbours. The records of one
 * sibling must be in one product.
 */
export const chainsPart: Part = {
  name: 'chains',
  needsData: false,
  run: async ({ seed, say }): Promise<PartResult> => {
    const chains = siblingChains(seed, CHAINS_OF_EACH_KIND)
    const rows = chains.flatMap(({ records }) => records.map(({ row }) => row))
    const siblingOf = new Map(
      chains.flatMap(({ name, records }) =>
        records.map(({ row, sibling }) => [
          `${row.supplier} ${row.code}`,
          { chain: name, sibling: `${name} ${sibling}` },
        ]),
      ),
    )
    const random = seededRandom(seed)
    const mixedProducts = new Set<string>()
    let most = 0
    let together = 0
    for (let order = 0; order < ORDERS; order++) {
      const storage = createMemoryStorage()
      const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
      await registry.import(shuffled(rows, random))
      const groups = new Map<number, Set<string>>()
      const productsOf = new Map<string, Set<number>>()
      for await (const { row, link } of storedRecords(storage)) {
        const known = siblingOf.get(`${row.record.supplier} ${row.record.code}`)
        if (link === undefined || known === undefined) continue
        groups.set(link.productId, (groups.get(link.productId) ?? new Set()).add(known.sibling))
        productsOf.set(known.sibling, (productsOf.get(known.sibling) ?? new Set()).add(link.productId))
      }
      const mixed = [...groups.values()].filter((siblings) => siblings.size > 1)
      for (const siblings of mixed) for (const each of siblings) mixedProducts.add(each.replace(/ \d+ \S+$/, ''))
      most = Math.max(most, mixed.length)
      together = [...productsOf.values()].filter(({ size }) => size === 1).length / productsOf.size
      await registry.close()
    }
    if (mixedProducts.size > 0) say(`chains: siblings were joined among ${[...mixedProducts].join('; ')}`)
    return {
      n: rows.length,
      rows: [
        plainRow('chains.chains', 'chains of siblings', chains.length, 'count'),
        plainRow('chains.together', 'siblings whose records are all one product', together, 'fraction'),
        barRow('chains.mixed', 'products that hold two siblings, in any order', most, 'count', ['=', 0]),
      ],
    }
  },
}
