import { inMemory } from '../feeds/registries.ts'
import { part } from '../harness/part.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'
import { clustersOf } from '../harness/stored-rows.ts'
import { siblingChains } from './sibling-chains.ts'

const CHAINS_OF_EACH_KIND = 40
const ORDERS = 3

/**
 * Imports chains of siblings. No product may contain two siblings, whatever links neighbours. The records of one
 * sibling must be in one product.
 */
export const chainsPart = part('chains', async ({ seed, say }) => {
  const chains = siblingChains(seed, CHAINS_OF_EACH_KIND)
  const records = chains.flatMap((chain) => chain.records.map((record) => ({ ...record, kind: chain.kind })))
  const rows = records.map(({ row }) => row)
  const recordOf = new Map(records.map((record) => [`${record.row.supplier} ${record.row.code}`, record]))
  const random = seededRandom(seed)
  const mixedKinds = new Set<string>()
  let [most, together] = [0, 0]
  for (let order = 0; order < ORDERS; order++) {
    await using filled = await inMemory(shuffled(rows, random))
    const clusters = [...(await clustersOf(filled.storage)).values()]
    const siblings = clusters.map((codes) => codes.flatMap((code) => recordOf.get(code) ?? []))
    const mixed = siblings.filter((own) => new Set(own.map(({ sibling }) => sibling)).size > 1)
    for (const { kind } of mixed.flat()) mixedKinds.add(kind)
    most = Math.max(most, mixed.length)
    const products = new Map<string, number>()
    for (const own of siblings)
      for (const sibling of new Set(own.map((each) => each.sibling)))
        products.set(sibling, (products.get(sibling) ?? 0) + 1)
    together = [...products.values()].filter((count) => count === 1).length / products.size
  }
  if (mixedKinds.size > 0) say(`chains: siblings were joined among ${[...mixedKinds].join('; ')}`)
  return {
    n: rows.length,
    rows: [
      ['chains.chains', 'chains of siblings', chains.length, 'count'],
      ['chains.together', 'siblings whose records are all one product', together, 'fraction'],
      ['chains.mixed', 'products that hold two siblings, in any order', most, 'count', '= 0'],
    ],
  }
})
