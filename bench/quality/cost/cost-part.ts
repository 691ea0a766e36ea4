import { EvaluationError } from '@utpid/evaluation'
import { ROOT } from '../../../scripts/repository/root.ts'
import { feedPath, PARIS_FEEDS } from '../../feeds/paris.ts'
import { type ComparedRuns, isSetUp, runBeside, runScript } from '../../harness/beside-base.ts'
import { type DataContext, dataPart } from '../../harness/part.ts'
import { type Bar, below, count, type Figure } from '../../harness/row.ts'

const FILE = 'bench/quality/cost/registry-once.ts'
const ROUNDS = 3
/** About 20,000 records, enough for districts whose keys exceed the record limit of a key lookup. */
const PRODUCTS = 12_000

type Key = 'records' | 'importSeconds' | 'edges' | 'featureBytes' | 'largeComponents' | 'largestComponent'
type Run = Readonly<Record<Key, number>>

/**
 * Measures what a registry stores of the feeds of Paris and France and of generated dense districts, and the time of
 * the imports. Compares them with a clone of an earlier commit: `--base FOLDER`.
 */
export const costPart = dataPart('cost', async (context) => {
  const { base } = context.options
  if (base !== undefined && !isSetUp(base))
    throw new EvaluationError(
      `--base ${base} is not a clone that is set up: give a folder with packages/ and node_modules/.`,
    )
  const sources = [
    ['france', 'feeds of Paris and France', PARIS_FEEDS.map(({ file }) => feedPath(context.data, file))],
    ['dense', 'generated feeds, a fifth in dense districts', ['generated', context.seed, PRODUCTS]],
  ] as const
  const rows: Figure[] = []
  let n = 0
  for (const [id, what, args] of sources) {
    const runs = runsOf(what, args, context)
    n = Math.max(n, runs.now[0]?.records ?? 0)
    rows.push(...below(id, [...figuresOf(what, runs.now), ...comparedFigures(what, runs)]))
  }
  const skipped =
    base === undefined ? ['cost: without --base FOLDER, a clone of an earlier commit, there are no ratios.'] : []
  return { n, skipped, rows: below('cost', rows) }
})

function runsOf(
  what: string,
  args: readonly (string | number)[],
  { options: { base }, say }: DataContext,
): ComparedRuns<Run> {
  const onRound = (round: number): void => say(`cost: ${what}, run ${round} of ${ROUNDS}`)
  if (base !== undefined) return runBeside<Run>(base, { file: FILE, args, rounds: ROUNDS, onRound })
  const now = Array.from({ length: ROUNDS }, (_, at) => {
    onRound(at + 1)
    return runScript<Run>(ROOT, FILE, args)
  })
  return { now, before: [] }
}

/** Every run stores the same; only times differ. */
function figuresOf(what: string, runs: readonly Run[]): Figure[] {
  const [{ records, edges, featureBytes, largeComponents, largestComponent }] = runs as [Run]
  const seconds = least(runs, 'importSeconds')
  return [
    ['edges', `${what}, ${count(records)} records: edges stored`, edges, 'count'],
    ['large-components', '... components above 500 records', largeComponents, 'count'],
    ['largest-component', '... records of the largest component', largestComponent, 'count'],
    ['feature-bytes', '... feature bytes of a record, mean', featureBytes / records, 'B'],
    ['import-seconds', '... import, time of the processor', seconds, 's'],
    ['import-speed', '... records imported in a second of the processor', records / seconds, 'count'],
  ]
}

function comparedFigures(what: string, { now, before }: ComparedRuns<Run>): Figure[] {
  if (before.length === 0) return []
  const ratio = (key: Key): number => least(now, key) / least(before, key)
  const size = (id: string, label: string, key: Key, bar: Bar): Figure => {
    // Without any before, there may be none now.
    const isNone = least(before, key) === 0
    return [id, `${what}: ${label}, beside before`, isNone ? 1 + least(now, key) : ratio(key), 'times', bar]
  }
  return [
    size('edges-beside', 'edges', 'edges', '<= 1.5'),
    size('large-components-beside', 'components above 500 records', 'largeComponents', '<= 1'),
    size('feature-bytes-beside', 'feature bytes', 'featureBytes', '<= 1.05'),
    ['import-beside', `${what}: speed of the import, beside before`, 1 / ratio('importSeconds'), 'times', '>= 0.9'],
  ]
}

function least(runs: readonly Run[], key: Key): number {
  return Math.min(...runs.map((run) => run[key]))
}
