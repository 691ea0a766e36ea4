/**
 * `npm test [-- NAME...]`: runs all tests, or tests of the named packages (`npm test -- core feed`). Other arguments go
 * to vitest: part of a path, `-t "part of a name"`, `--reporter verbose`. `npm run test:long` is the same command with
 * `--long`. The script is plain JavaScript, so that it starts immediately.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../pnpm.mjs'

/** Options of vitest whose value is the next argument. */
const WITH_VALUE = /^(-t|--(testNamePattern|exclude|reporter|outputFile|shard|bail|retry|maxWorkers|config|project))$/

const given = process.argv.slice(2)
const isLong = given[0] === '--long'
const config = isLong ? ['--config', 'vitest.long.config.ts'] : []
const asked = isLong ? given.slice(1) : given
const args = asked.map((arg, at) => (isName(arg, asked[at - 1]) ? testsOf(arg) : arg))
const unknown = asked.filter((arg, at) => isName(arg, asked[at - 1]) && !isKnown(arg))
if (unknown.length > 0) {
  console.error(`No package and no test file has the name ${unknown.join(', ')}. ${knownPackages()}`)
  process.exit(1)
}

const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...config, ...args],
  {
    cwd: ROOT,
    stdio: 'inherit',
  },
)
process.exitCode = status ?? 1

/** Returns whether an argument is a name: neither an option nor an option's value. */
function isName(arg, before) {
  return !arg.startsWith('-') && !WITH_VALUE.test(before ?? '')
}

/** Replaces a package name by its test folder, since `core` alone would also match `score-pair.test.ts`. */
function testsOf(arg) {
  return isPackage(arg) ? `packages/${arg}/test/` : arg
}

function isPackage(name) {
  return name !== '' && existsSync(join(ROOT, 'packages', name, 'test'))
}

/**
 * Returns whether a name matches a test. Vitest silently ignores a filter without matches if another filter has
 * matches.
 */
function isKnown(name) {
  const [path] = name.replaceAll('\\', '/').split(/:\d+$/)
  return isPackage(name) || testFiles().some((file) => file.includes(path.replace(/^\.\//, '').replace(ROOT, '')))
}

function testFiles() {
  return ['packages', 'bench/test', 'scripts/test'].flatMap((folder) => testFilesUnder(folder))
}

function testFilesUnder(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : testFilesUnder(path)
    return path.endsWith('.test.ts') ? [path] : []
  })
}

function knownPackages() {
  return `Packages with tests: ${readdirSync(join(ROOT, 'packages')).filter(isPackage).join(', ')}.`
}
