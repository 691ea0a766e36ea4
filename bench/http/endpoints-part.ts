import type { Part, PartResult } from '../harness/part.ts'
import type { Row } from '../harness/row.ts'
import { ENDPOINTS, MIX, type Shares } from './requests/bench-request.ts'
import { loadRows } from './requests/load-rows.ts'
import { Served } from './served/served.ts'
import { inMemory } from './served/served-registry.ts'

const RATE = 300
const MIXED_RATE = 600
const P99_MS = 25

/** Measures each endpoint alone, then the usual mix of requests. */
export const endpointsPart: Part = {
  name: 'endpoints',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const place = await inMemory(context)
    const served = await Served.start(place)
    const ask = async (id: string, what: string, shares: Shares, rate: number): Promise<Row[]> =>
      await loadRows(served, { id: `endpoints.${id}`, what, shares, rate, p99: P99_MS }, context)
    const rows: Row[] = []
    for (const endpoint of ENDPOINTS) {
      rows.push(...(await ask(endpoint, `${endpoint} at ${RATE}/s`, { [endpoint]: 100 }, RATE)))
    }
    rows.push(...(await ask('mix', `search 50, product 30, match 20 at ${MIXED_RATE}/s`, MIX, MIXED_RATE)))
    await served.terminate()
    return { n: place.records, rows }
  },
}
