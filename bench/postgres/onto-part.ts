import type { Part, PartResult } from '../harness/part.ts'
import { barRow } from '../harness/row.ts'
import { ENVIRONMENT } from '../place/bench-environment.ts'
import { filledSchema } from '../place/filled.ts'
import { runImporters } from './run-importers.ts'

/** Number of additional records as a share of the registry: 300,000 for five million. */
const SHARE = 0.06
/** Records of another seed have other supplier codes, like a new feed. */
const OTHER_SEED = 1

/**
 * Imports feeds into a large registry, with matching and clustering. It changes the registry, so other parts come
 * before.
 */
export const ontoPart: Part = {
  name: 'onto',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const { address, name, records } = await filledSchema(context)
    const more = Math.ceil(records * SHARE)
    const feed = ENVIRONMENT.generated('feed', more, { ...context, seed: context.seed + OTHER_SEED })
    const [count, all] = [more.toLocaleString('en'), records.toLocaleString('en')]
    context.say(`onto: importing ${count} generated records onto ${all}`)
    const rate = await runImporters(address, name, feed, 1)
    const label = `import of ${count} records onto ${all}, in a second`
    return { n: records, rows: [barRow('onto.rate', label, rate, 'count', ['>=', 1_500])] }
  },
}
