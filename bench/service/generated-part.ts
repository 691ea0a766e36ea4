import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { generatedRounds } from '../../packages/http-koa/test/drawn/generated-rounds.ts'
import { folderPlace, type OpenPlace, postgresPlace } from '../../packages/http-koa/test/drawn/open-place.ts'
import { type PartContext, part, wholeNumber } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { withFolder } from '../harness/with-folder.ts'
import { ENVIRONMENT } from '../place/bench-environment.ts'

/** Number of requests sent to each storage. */
const REQUESTS = 20_000
const SHOWN_FAULTS = 20

/**
 * Sends requests generated from the API description to every operation of a served registry. Some are valid by its
 * schemas, others have one or two defects.
 *
 * Options: `--requests N`, on each storage.
 */
export const generatedPart = part('generated', (context) =>
  withFolder(async (folder) => {
    const url = await ENVIRONMENT.address(context.options.url)
    const inFolder = (): Promise<OpenPlace> => folderPlace(mkdtempSync(join(folder, 'registry-')))
    const memory = await figuresOf('a folder', inFolder, context)
    const postgres = await figuresOf('PostgreSQL', () => postgresPlace(url), context)
    return { rows: [...below('generated.memory', memory), ...below('generated.postgres', postgres)] }
  }),
)

async function figuresOf(where: string, open: () => Promise<OpenPlace>, context: PartContext): Promise<Figure[]> {
  const { seed, say } = context
  const requests = wholeNumber(context, 'requests', REQUESTS)
  const result = await generatedRounds(requests, open, { seed, say: (done) => say(`generated: ${where}, ${done}`) })
  const { valid, mutated, byRule, refused, failed, undescribed, lenient } = result
  for (const fault of [...refused, ...failed, ...undescribed].slice(0, SHOWN_FAULTS)) say(`generated: ${fault}`)
  const kept = '... valid requests answered 400 or 422 that keep the rules of their operation'
  return [
    ['valid', `valid requests, ${where}`, valid, 'count'],
    ['refused', kept, refused.length, 'count', '= 0'],
    ['by-rule', '... by a rule that no schema can say', byRule, 'count'],
    ['mutated', `mutated requests, ${where}`, mutated, 'count'],
    ['lenient', '... answered well though the schema of their body does not allow it', lenient, 'count'],
    ['failed', 'of all of these answered 5xx', failed.length, 'count', '= 0'],
    ['undescribed', '... faults, and answers that are not as described', undescribed.length, 'count', '= 0'],
  ]
}
