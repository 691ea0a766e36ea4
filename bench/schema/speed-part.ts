import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/repository/root.ts'
import { part, wholeNumber } from '../harness/part.ts'
import { below } from '../harness/row.ts'
import { overRuns } from '../harness/statistics.ts'

const FILE = 'bench/schema/throughput.ts'
const COPY = 'bench/schema-throughput.ts'
const ROUNDS = 7
const RECORDS = 20_000
const MATCHES = 3_000

/** The figures that `throughput.ts` prints: CPU milliseconds and bytes. */
interface Throughput {
  readonly importMilliseconds: number
  readonly matchMilliseconds: number
  readonly featureBytes: number
  readonly diskBytes: number
}

/**
 * Compares import, match, feature bytes and disk with an earlier commit: `--base FOLDER` names a clone of it that is
 * set up. Both commits run in turn, and the figures are ratios of medians.
 */
export const speedPart = part('speed', async (context) => {
  const { base } = context.options
  if (base === undefined) {
    const skipped = ['speed: without --base FOLDER (a clone of an earlier commit) there is nothing to compare with']
    return { rows: [], skipped }
  }
  if (!existsSync(join(base, 'node_modules')))
    throw new Error(`${base} is no clone with dependencies; run npm test in it.`)
  const records = wholeNumber(context, 'records', RECORDS)
  const runs: { readonly before: Throughput; readonly after: Throughput }[] = []
  copyFileSync(join(ROOT, FILE), join(base, COPY))
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const before = measure(base, COPY, context.seed, records)
      const after = measure(ROOT, FILE, context.seed, records)
      context.say(
        `round ${round + 1}: import ${ratio(before, after, 'importMilliseconds')}, match ${ratio(before, after, 'matchMilliseconds')}`,
      )
      runs.push({ before, after })
    }
  } finally {
    rmSync(join(base, COPY), { force: true })
  }
  const over = overRuns(runs)
  const speed = (key: keyof Throughput): number => over(({ before }) => before[key]) / over(({ after }) => after[key])
  const size = (key: keyof Throughput): number => 1 / speed(key)
  return {
    n: records,
    rows: below('schema.speed', [
      ['import', 'import: speed over the speed of the earlier commit', speed('importMilliseconds'), 'ratio', '>= 0.97'],
      ['match', 'match: speed over the speed of the earlier commit', speed('matchMilliseconds'), 'ratio', '>= 0.97'],
      ['features', 'feature bytes over those of the earlier commit', size('featureBytes'), 'ratio', '<= 1.03'],
      ['disk', 'disk over that of the earlier commit', size('diskBytes'), 'ratio', '<= 1.03'],
      ['import-cpu', 'CPU time of the import', over(({ after }) => after.importMilliseconds), 'ms'],
      ['match-cpu', `CPU time of ${MATCHES} matches`, over(({ after }) => after.matchMilliseconds), 'ms'],
    ]),
  }
})

function ratio(before: Throughput, after: Throughput, key: keyof Throughput): string {
  return (before[key] / after[key]).toFixed(3)
}

function measure(root: string, file: string, seed: number, records: number): Throughput {
  const args = ['--expose-gc', '--conditions', '@utpid/source', '--import', 'tsx', file, seed, records, MATCHES].map(
    String,
  )
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} in ${root} failed: ${stderr}`)
  return JSON.parse(stdout) as Throughput
}
