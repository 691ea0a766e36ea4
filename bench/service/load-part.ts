import { part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { loadRows, type NamedLoad } from '../http/load-rows.ts'
import { MIX } from '../http/requests/bench-request.ts'
import { withServed } from '../http/served/served.ts'
import { inMemory } from '../http/served/served-registry.ts'

const LOADS: readonly NamedLoad[] = [
  { id: 'verify', what: 'verify at 300/s', shares: { verify: 100 }, rate: 300, p99: 50 },
  { id: 'mix', what: 'search 50, product 30, match 20 at 600/s', shares: MIX, rate: 600, p99: 100 },
]

/**
 * Measures the built service on a folder of 350,000 generated records. First come verifications, each a written
 * transaction, then the usual mix of requests.
 *
 * Options: `--records N`, `--seconds N`, `--registry FOLDER`, as for the in-memory parts of `http`.
 */
export const loadPart = part('load', async (context) => {
  const place = await inMemory(context)
  const rows: Figure[] = []
  await withServed(place, async (served) => {
    for (const load of LOADS) rows.push(...(await loadRows(served, load, context)))
  })
  return { n: place.records, rows: below('load', rows) }
})
