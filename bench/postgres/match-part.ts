import { createRegistry, LIMITS } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import type { Part, PartResult } from '../harness/part.ts'
import { median, quantile } from '../harness/quantile.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { filledSchema } from '../place/filled.ts'
import { drawnRecords, inputsOf } from './asked-inputs.ts'

const CONNECTIONS = 10
/** The minimum number of connections of a storage. Calls are sequential, so they use only one. */
const ONE_AT_A_TIME = 2
const WARM_UP = 500
const MATCHES = 2_000
const STATISTICS = 500

/** Times candidate lookups in batches, a whole batch, single matches, and statistics. */
export const matchPart: Part = {
  name: 'match',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const schema = await filledSchema(context)
    const storage = await schema.open(CONNECTIONS)
    await using registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
    context.say('postgres: matches')
    const rows = await drawnRecords(storage, LIMITS.inputsPerBatch, context.seed)
    const inputs = inputsOf(rows)
    for (const input of inputs.slice(0, WARM_UP)) await registry.match(input)
    const matches = await timed(inputs.slice(WARM_UP, WARM_UP + MATCHES), (input) => registry.match(input))
    const [batch = Number.NaN] = await timed([inputs], (all) => registry.mapBatch(all))
    const statistics = await timed(Array.from({ length: STATISTICS }), () => registry.stats())

    const alone = await schema.open(ONE_AT_A_TIME)
    const probes = rows.map(({ keys }) => ({ keys }))
    const chunks = Array.from({ length: Math.ceil(probes.length / LIMITS.lookupsPerCall) }, (_, at) =>
      probes.slice(at * LIMITS.lookupsPerCall, (at + 1) * LIMITS.lookupsPerCall),
    )
    const ask = (chunk: typeof probes): Promise<unknown> => alone.index.candidates(chunk, LIMITS.recordsPerKey)
    await timed(chunks, ask)
    const found = await timed(chunks, ask)
    await alone.close()
    const perSecond = LIMITS.lookupsPerCall / (median(found) / 1_000)
    return {
      n: schema.records,
      rows: [
        barRow('match.candidates', 'candidates, one connection', perSecond, 'inputs/s', ['>=', 10_000]),
        barRow('match.batch', `a batch of ${rows.length.toLocaleString('en')}`, batch / 1_000, 's', ['<=', 4]),
        barRow('match.p50', 'match, p50', quantile(matches, 0.5), 'ms', ['<=', 4]),
        barRow('match.p99', '... p99', quantile(matches, 0.99), 'ms', ['<=', 20]),
        barRow('match.statistics', 'statistics, p50', quantile(statistics, 0.5), 'ms', ['<=', 2]),
        plainRow('match.statistics.p99', '... p99', quantile(statistics, 0.99), 'ms'),
      ],
    }
  },
}

/** Milliseconds of each call, sequentially. */
async function timed<Item>(items: readonly Item[], call: (item: Item) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const item of items) {
    const started = performance.now()
    await call(item)
    times.push(performance.now() - started)
  }
  return times
}
