import { part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { loadRows, type NamedLoad } from './load-rows.ts'
import { ENDPOINTS, MIX } from './requests/bench-request.ts'
import { withServed } from './served/served.ts'
import { inMemory } from './served/served-registry.ts'

const P99_MS = 25
const LOADS: readonly NamedLoad[] = [
  ...ENDPOINTS.map((id) => ({ id, what: `${id} at 300/s`, shares: { [id]: 100 }, rate: 300, p99: P99_MS })),
  { id: 'mix', what: 'search 50, product 30, match 20 at 600/s', shares: MIX, rate: 600, p99: P99_MS },
]

/** Measures each endpoint alone, then the usual mix of requests. */
export const endpointsPart = part('endpoints', async (context) => {
  const place = await inMemory(context)
  const rows: Figure[] = []
  await withServed(place, async (served) => {
    for (const load of LOADS) rows.push(...(await loadRows(served, load, context)))
  })
  return { n: place.records, rows: below('endpoints', rows) }
})
