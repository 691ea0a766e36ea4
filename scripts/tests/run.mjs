/**
 * `npm test [-- NAME...]`: runs the tests, or those of packages by name (`npm test -- core feed`). Whatever else follows
 * goes to vitest: a part of a path, `-t "part of a name"`, `--reporter verbose`. `npm run test:long` is the same with
 * `--long`. Plain JavaScript, because it starts at once.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../pnpm.mjs'

/** Options of vitest that people give with their value as the next word. */
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

/** Neither an option nor the value of one. */
function isName(arg, before) {
  return !arg.startsWith('-') && !WITH_VALUE.test(before ?? '')
}

/** The name of a package stands for the folder of its tests: `core` alone would find `score-pair.test.ts`, too. */
function testsOf(arg) {
  return isPackage(arg) ? `packages/${arg}/test/` : arg
}

function isPackage(name) {
  return name !== '' && existsSync(join(ROOT, 'packages', name, 'test'))
}

/** Vitest ignores a filter that finds nothing beside one that finds something. */
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
