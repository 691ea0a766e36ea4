/**
 * `npm run check`: runs all checks except the tests. After a failed step, the other steps still run. `--json FILE`
 * writes `[{ name, passed }]`.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { publicPackages } from './repository/public-packages.ts'
import { ROOT } from './repository/root.ts'

interface Step {
  readonly name: string
  readonly command: readonly string[]
}

const packagesWithTypes = readdirSync(join(ROOT, 'packages')).sort()

const STEPS: readonly Step[] = [
  { name: 'lint, format and layers', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'folders keep their size and order', command: ['tsx', 'scripts/folders/check-folders.ts'] },
  { name: 'comments and messages are plain', command: ['tsx', 'scripts/prose/check-prose.ts'] },
  { name: 'the import rules between packages work', command: ['tsx', 'scripts/check-imports.ts'] },
  { name: 'patterns take linear time', command: ['tsx', 'scripts/check-patterns.ts'] },
  ...packagesWithTypes.map((name) => ({ name: `types of ${name}`, command: ['tsc', '-p', `packages/${name}`] })),
  { name: 'types of tests, benches and scripts', command: ['tsc', '-p', '.'] },
  {
    name: 'examples in the documents compile, run and print what they say; commands exist',
    command: ['tsx', '--conditions', '@utpid/source', 'scripts/docs/check-blocks.ts'],
  },
  { name: 'links of the documents have targets', command: ['tsx', 'scripts/docs/check-links.ts'] },
  { name: 'every exported name is documented', command: ['tsx', 'scripts/docs/check-symbols.ts'] },
  {
    name: 'the reference documents are current',
    command: ['tsx', '--conditions', '@utpid/source', 'scripts/generate-reference.ts', '--check'],
  },
  { name: 'no dead code, no undeclared dependency', command: ['knip', '--no-config-hints'] },
  { name: 'every public package builds', command: ['tsx', 'scripts/build.ts', '--quiet'] },
  ...publicPackages().map(({ name, folder }) => ({
    name: `shape of ${name}`,
    command: ['publint', '--strict', '--pack', 'npm', folder],
  })),
  { name: 'declarations compile in a strict project', command: ['tsx', 'scripts/packages/check-declarations.ts'] },
  { name: 'core and client fit into a browser', command: ['tsx', 'scripts/packages/check-sizes.ts'] },
  { name: 'licences of installed packages', command: ['tsx', 'scripts/packages/check-licences.ts'] },
]

/** Runs one step. Shows its output only if it fails. */
function passes({ name, command: [tool = '', ...args] }: Step): boolean {
  const started = performance.now()
  const { status, stdout, stderr, error } = spawnSync(tool, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const passed = status === 0
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (!passed) console.log(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`)
  return passed
}

const { values } = parseArgs({ options: { json: { type: 'string' } } })
const results = STEPS.map((step) => ({ name: step.name, passed: passes(step) }))
const failures = results.filter((result) => !result.passed)
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)

console.log(
  failures.length === 0
    ? `All ${results.length} checks passed.`
    : `${failures.length} of ${results.length} checks failed: ${failures.map((failure) => failure.name).join('; ')}`,
)
process.exitCode = failures.length === 0 ? 0 : 1
