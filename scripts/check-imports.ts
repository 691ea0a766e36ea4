/**
 * Proves that the linter's rules on imports between packages fire: a rule whose pattern matches nothing looks like a clean
 * repository. Each import below stands alone in a probe file, in a temporary copy of the folder tree; the linter must refuse
 * exactly the forbidden ones. The rules are written down here a second time on purpose.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from './repository/root.ts'

/** What the source of each package may import of the workspace. */
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

/** Core and the storage in memory run anywhere: no module of Node. */
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
        // Tests may use any package but the cli, which is the top.
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

/** Packages that no rule knows would be free to import anything. */
function unknownPackages(): string[] {
  return readdirSync(join(ROOT, 'packages')).filter(
    (name) => existsSync(join(ROOT, 'packages', name, 'package.json')) && !(name in PACKAGE_IMPORTS),
  )
}

/** Lints every probe in one run and returns the numbers of those that were refused. */
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
    if (numbers.length === 0) throw new Error(`The linter refused nothing; it said:\n${stdout}${stderr}`)
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
  const verdict = probe.allowed ? 'refuses, though it is allowed' : 'lets pass, though it is forbidden'
  complaints.push(`the linter ${verdict}: '${probe.specifier}' in ${probe.file}`)
}

for (const complaint of complaints) console.error(complaint)
console.log(`${probes.length} imports tried, ${refusals.size} refused, ${complaints.length} complaints`)
process.exitCode = complaints.length === 0 ? 0 : 1
