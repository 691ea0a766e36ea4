import type { Part, PartResult } from '../harness/part.ts'
import { MIX } from '../http/requests/bench-request.ts'
import { loadRows } from '../http/requests/load-rows.ts'
import { Served } from '../http/served/served.ts'
import { inMemory } from '../http/served/served-registry.ts'

const LOADS = [
  { id: 'verify', what: 'verify at 300/s', shares: { verify: 100 }, rate: 300, p99: 50 },
  { id: 'mix', what: 'search 50, product 30, match 20 at 600/s', shares: MIX, rate: 600, p99: 100 },
]

/**
 * Measures the built service on a folder of 350,000 generated records. First come verifications, each a written
 * transaction, then the usual mix of requests.
 *
 * Options: `--records N`, `--seconds N`, `--registry FOLDER`, as for the in-memory parts of `http`.
 */
export const loadPart: Part = {
  name: 'load',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const place = await inMemory(context)
    const served = await Served.start(place)
    try {
      const rows = []
      for (const load of LOADS) rows.push(...(await loadRows(served, { ...load, id: `load.${load.id}` }, context)))
      return { n: place.records, rows }
    } finally {
      await served.terminate()
    }
  },
}
