import type { Part, PartResult } from '../report/part.ts'
import { barRow, plainRow, type Row } from '../report/row.ts'
import { ENDPOINTS, MIX, type Shares } from './ask.ts'
import { askAtRate, failuresOf } from './ask-at-rate.ts'
import { Served } from './served.ts'
import { inMemory, measuredSeconds } from './served-place.ts'

const RATE = 300
const MIXED_RATE = 600
const P99_MS = 25

/** Each endpoint alone, then the mix that services are asked. */
export const endpointsPart: Part = {
  name: 'endpoints',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const place = await inMemory(context)
    const served = await Served.begin(place)
    const ask = async (id: string, what: string, shares: Shares, rate: number): Promise<Row[]> => {
      const load = await askAtRate(served, { shares, rate, ...measuredSeconds(context) })
      const times = load.p99 === null ? 'fell behind' : `p50 ${load.p50?.toFixed(1)} ms, p99 ${load.p99.toFixed(1)} ms`
      context.say(`http: ${what}: ${times}${failuresOf(load)}`)
      return [
        barRow(`endpoints.${id}.p99`, `${what}, p99`, load.p99, 'ms', ['<=', P99_MS]),
        barRow(`endpoints.${id}.failed`, `... failed${failuresOf(load)}`, load.failed, 'count', ['=', 0]),
        plainRow(`endpoints.${id}.p50`, '... p50', load.p50, 'ms'),
        plainRow(`endpoints.${id}.late`, '... sent late, p99', load.askedLateP99, 'ms'),
        plainRow(`endpoints.${id}.stolen`, '... processor time that the host took', load.stolen, '%'),
      ]
    }
    const rows: Row[] = []
    for (const endpoint of ENDPOINTS) {
      rows.push(...(await ask(endpoint, `${endpoint} at ${RATE}/s`, { [endpoint]: 100 }, RATE)))
    }
    rows.push(...(await ask('mix', `search 50, product 30, match 20 at ${MIXED_RATE}/s`, MIX, MIXED_RATE)))
    await served.terminate()
    return { n: place.records, rows }
  },
}
