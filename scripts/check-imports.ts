/**
 * Checks that the linter's import rules between packages work: a rule that matches nothing would pass silently. Each
 * import below is linted in its own probe file, in a temporary copy of the folder tree. The linter must reject exactly
 * the forbidden imports. This script repeats the rules on purpose.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from './repository/root.ts'

/** Workspace packages that the source of each package may import. */
const PACKAGE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  gazetteer: ['core'],
  feed: ['core'],
  training: ['core'],
  service: ['core'],
  'storage-conformance': ['core', 'service'],
  'adapter-memory': ['core'],
  'adapter-folder': ['core', 'adapter-memory'],
  'adapter-postgres': ['core'],
  'limits-redis': ['core', 'service'],
  'http-koa': ['core', 'feed', 'service'],
  client: [],
  testing: [],
  dashboard: ['client'],
  generator: ['core', 'gazetteer'],
  evaluation: ['core', 'feed'],
  cli: [
    'core',
    'gazetteer',
    'feed',
    'training',
    'service',
    'storage-conformance',
    'adapter-memory',
    'adapter-folder',
    'adapter-postgres',
    'generator',
    'evaluation',
    'http-koa',
    'limits-redis',
    'client',
    'dashboard',
  ],
}

interface Probe {
  readonly file: string
  readonly specifier: string
  readonly allowed: boolean
}

/** Core and the in-memory storage also run outside Node.js, so they must not import modules of Node.js. */
function anywhereProbes(): Probe[] {
  return ['packages/core/src/text', 'packages/adapter-memory/src/index'].flatMap((file) =>
    ['@utpid/feed', 'node:fs', 'fs'].map((specifier) => ({ file, specifier, allowed: false })),
  )
}

function packageProbes(): Probe[] {
  const probes: Probe[] = []
  const names = Object.keys(PACKAGE_IMPORTS)
  for (const [name, allowed] of Object.entries(PACKAGE_IMPORTS)) {
    for (const other of names) {
      if (other === name) continue
      for (const specifier of [`@utpid/${other}`, `@utpid/${other}/part`]) {
        probes.push({ file: `packages/${name}/src`, specifier, allowed: allowed.includes(other) })
        // Tests may import any package except cli, the top layer.
        probes.push({ file: `packages/${name}/test`, specifier, allowed: other !== 'cli' })
      }
      for (const specifier of [`../../${other}/src/anything.ts`, `@utpid/${other}/src/anything.ts`]) {
        probes.push({ file: `packages/${name}/src`, specifier, allowed: false })
        probes.push({ file: `packages/${name}/test`, specifier, allowed: false })
      }
    }
    probes.push({ file: `packages/${name}/test`, specifier: '../src/anything.ts', allowed: true })
    probes.push({ file: `packages/${name}/test/deeper`, specifier: '../../src/deeper/anything.ts', allowed: true })
    probes.push({ file: 'bench', specifier: `../packages/${name}/src/anything.ts`, allowed: false })
  }
  return probes
}

/** Returns packages without a rule. Such a package could import anything. */
function unknownPackages(): string[] {
  return readdirSync(join(ROOT, 'packages')).filter(
    (name) => existsSync(join(ROOT, 'packages', name, 'package.json')) && !(name in PACKAGE_IMPORTS),
  )
}

/** Lints every probe in one run. Returns the indexes of the rejected probes. */
function refused(probes: readonly Probe[]): Set<number> {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-layers-'))
  try {
    copyFileSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'))
    for (const [number, probe] of probes.entries()) {
      const path = join(folder, probe.file, `probe-${number}.ts`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `import '${probe.specifier}'\n`)
    }
    const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
    const options = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github', '.']
    const { stdout, stderr } = spawnSync(process.execPath, [biome, ...options], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    const numbers = [...stdout.matchAll(/^::error.*?file=[^,]*probe-(\d+)\.ts/gm)].map((match) => Number(match[1]))
    if (numbers.length === 0) throw new Error(`The linter rejected nothing; its output:\n${stdout}${stderr}`)
    return new Set(numbers)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const probes = [...anywhereProbes(), ...packageProbes()]
const refusals = refused(probes)
const complaints = unknownPackages().map(
  (name) => `packages/${name} has no rule: add it to biome.json and to scripts/check-imports.ts`,
)
for (const [number, probe] of probes.entries()) {
  if (refusals.has(number) !== probe.allowed) continue
  const verdict = probe.allowed ? 'rejects an allowed import' : 'accepts a forbidden import'
  complaints.push(`the linter ${verdict}: '${probe.specifier}' in ${probe.file}`)
}

for (const complaint of complaints) console.error(complaint)
console.log(`${probes.length} imports tried, ${refusals.size} rejected, ${complaints.length} complaints`)
process.exitCode = complaints.length === 0 ? 0 : 1
