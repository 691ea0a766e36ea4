import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatedRounds } from '../../packages/http-koa/test/drawn/generated-rounds.ts'
import { folderPlace, type OpenPlace, postgresPlace } from '../../packages/http-koa/test/drawn/open-place.ts'
import type { Part, PartContext, PartResult } from '../harness/part.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
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
export const generatedPart: Part = {
  name: 'generated',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const requests = requestsOf(context)
    const folder = mkdtempSync(join(tmpdir(), 'utpid-generated-'))
    try {
      const url = await ENVIRONMENT.address(context.options.url)
      const inFolder = (): Promise<OpenPlace> => folderPlace(mkdtempSync(join(folder, 'registry-')))
      return {
        n: 0,
        rows: [
          ...(await rowsOf('memory', 'a folder', requests, inFolder, context)),
          ...(await rowsOf('postgres', 'PostgreSQL', requests, () => postgresPlace(url), context)),
        ],
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function requestsOf({ options }: PartContext): number {
  const requests = Number(options.requests ?? REQUESTS)
  if (Number.isSafeInteger(requests) && requests >= 1) return requests
  throw new Error(`--requests is ${options.requests}; give a whole number of 1 or more.`)
}

async function rowsOf(
  id: string,
  where: string,
  requests: number,
  open: () => Promise<OpenPlace>,
  { seed, say }: PartContext,
): Promise<Row[]> {
  const result = await generatedRounds(requests, open, { seed, say: (done) => say(`generated: ${where}, ${done}`) })
  const { valid, mutated, byRule, refused, failed, undescribed, lenient } = result
  for (const fault of [...refused, ...failed, ...undescribed].slice(0, SHOWN_FAULTS)) say(`generated: ${fault}`)
  const name = `generated.${id}`
  const kept = 'valid requests answered 400 or 422 that keep the rules of their operation'
  return [
    plainRow(`${name}.valid`, `valid requests, ${where}`, valid, 'count'),
    barRow(`${name}.refused`, `... ${kept}`, refused.length, 'count', ['=', 0]),
    plainRow(`${name}.by-rule`, '... by a rule that no schema can say', byRule, 'count'),
    plainRow(`${name}.mutated`, `mutated requests, ${where}`, mutated, 'count'),
    plainRow(
      `${name}.lenient`,
      '... answered well though the schema of their body does not allow it',
      lenient,
      'count',
    ),
    barRow(`${name}.failed`, 'of all of these answered 5xx', failed.length, 'count', ['=', 0]),
    barRow(`${name}.undescribed`, '... faults, and answers that are not as described', undescribed.length, 'count', [
      '=',
      0,
    ]),
  ]
}
