/**
 * `npm run try-packages [-- [--node VERSION]... [PACKAGE]...]`: packs every public package and installs each in an
 * empty folder with only its own dependencies. The script uses the installed package as ESM, as CommonJS, in strict
 * TypeScript, and as `utpid` on the command line. `--node 22` also installs that version of Node.js from npm and tests
 * with it. The packages must be built. attw checks the shape of each tarball.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type PublicPackage, publicPackages } from '../repository/public-packages.ts'
import { ROOT } from '../repository/root.ts'
import { type NodeRuntime, ownNode, runtimeOf } from './node-runtime.ts'
import { COMMAND_SESSION, programOf } from './trial-programs.ts'

const root = mkdtempSync(join(tmpdir(), 'utpid-packages-'))
const packages = publicPackages()
/** Packages named on the command line. Default: all. */
const { values, positionals } = parseArgs({
  options: { node: { type: 'string', multiple: true } },
  allowPositionals: true,
})
const asked = [...new Set(positionals)]
const unknown = asked.filter((name) => !packages.some((each) => each.name === name))
if (unknown.length > 0) throw new Error(`No public package is named ${unknown.join(', ')}.`)
const brought = (values.node ?? []).map((version) => runtimeOf(version, root))
// Test each version only once, since each version has its own folders.
const runtimes = [...new Map([...brought, ownNode()].map((each) => [each.version, each])).values()]
const tarballs = new Map(packages.map((each) => [each.name, pack(each)]))
const failed: string[] = []

for (const each of packages) {
  if (asked.length > 0 && !asked.includes(each.name)) continue
  const wrong = tryOne(each)
  console.log(`${wrong === undefined ? 'ok    ' : 'FAILED'} ${each.name}`)
  if (wrong === undefined) continue
  console.log(wrong)
  failed.push(each.name)
}
rmSync(root, { recursive: true, force: true })
const tried = asked.length === 0 ? packages.length : asked.length
console.log(
  `${tried} packages tried on Node ${runtimes.map(({ version }) => version).join(', ')}; ${failed.length} failed`,
)
process.exitCode = failed.length === 0 ? 0 : 1

/** Creates the tarball of a package with pnpm, which replaces `workspace:*` by versions. */
function pack({ name, folder }: PublicPackage): string {
  const place = join(root, 'tarballs', name)
  mkdirSync(place, { recursive: true })
  const pnpm = [join(ROOT, 'scripts/pnpm.mjs'), '--dir', folder, 'pack', '--pack-destination', place]
  if (spawnSync(process.execPath, pnpm, { stdio: 'ignore' }).status !== 0)
    throw new Error(`${name} cannot be packed; run npm run build first.`)
  return join(place, readdirSync(place)[0] ?? '')
}

/**
 * Installs and uses a package.
 *
 * @returns A description of the faults, or undefined.
 */
function tryOne({ name, folder }: PublicPackage): string | undefined {
  const place = join(root, name.replace('/', '-'))
  mkdirSync(place)
  const closure = [...dependenciesOf(name)].map((each) => tarballs.get(each) ?? '')
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'trial', version: '1.0.0', private: true }))
  const entries = entriesOf(folder)
  const names = entries.map((path) => `${name}${path.slice(1)}`)
  // A test suite needs its test runner. Users also have the type declarations of Node.js.
  const beside = [
    '@types/node@20.19.43',
    'typescript@6.0.3',
    ...(name.endsWith('conformance') ? ['vitest@4.1.12'] : []),
  ]
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...closure, ...beside]
  const steps: [string, readonly string[]][] = [
    ['npm', install],
    [
      process.execPath,
      [join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js'), tarballs.get(name) ?? '', ...attw(names)],
    ],
  ]
  // Skip packages that cannot run here: a test suite runs only in its runner, and a command exports no names.
  if (names.length > 0 && !name.endsWith('conformance')) {
    const program = programOf(name, names)
    writeFileSync(join(place, 'esm.mjs'), program.esm)
    writeFileSync(join(place, 'common.cjs'), program.common)
    for (const { path } of runtimes) steps.push([path, ['esm.mjs']], [path, ['--no-warnings', 'common.cjs']])
  }
  if (names.length > 0) {
    writeFileSync(join(place, 'types.ts'), programOf(name, names).types)
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--types', 'node']
    steps.push([
      process.execPath,
      ['node_modules/typescript/bin/tsc', ...options, '--exactOptionalPropertyTypes', 'types.ts'],
    ])
  } else {
    writeFileSync(join(place, 'hotels.csv'), COMMAND_SESSION.feed)
    for (const runtime of runtimes) steps.push(...commandSteps(runtime))
  }
  for (const [command, args] of steps) {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: place,
      encoding: 'utf8',
      shell: process.platform === 'win32' && command === 'npm',
    })
    if (status !== 0) return `${command} ${args.join(' ')}\n${stdout}${stderr}`
  }
  rmSync(place, { recursive: true, force: true })
  return undefined
}

/** Returns the steps of a command session. Each version starts with its own folders. */
function commandSteps({ path, version }: NodeRuntime): [string, readonly string[]][] {
  return COMMAND_SESSION.commands.map((args) => [
    path,
    [
      'node_modules/@utpid/cli/bin/utpid.mjs',
      ...args.map((arg, at) => (args[at - 1] === '--data' ? `${arg}-${version}` : arg)),
    ],
  ])
}

// The packages are ESM only, on purpose. Node.js 20.19 and newer also load ESM with `require`, and the trial checks
// this.
function attw(names: readonly string[]): string[] {
  return names.length === 0 ? ['--profile', 'esm-only', '--exclude-entrypoints', '.'] : ['--profile', 'esm-only']
}

function entriesOf(folder: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return Object.keys(exports ?? {}).filter((path) => !path.endsWith('.json'))
}

/** Returns a package and the packages of this repository on which it depends. */
function dependenciesOf(name: string, known: Set<string> = new Set()): Set<string> {
  const found = packages.find((each) => each.name === name)
  if (found === undefined || known.has(name)) return known
  known.add(name)
  const { dependencies } = JSON.parse(readFileSync(join(found.folder, 'package.json'), 'utf8'))
  for (const each of Object.keys(dependencies ?? {})) dependenciesOf(each, known)
  return known
}
