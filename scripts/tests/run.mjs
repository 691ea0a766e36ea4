/**
 * `npm test [-- NAME...]`: runs the tests, or those of packages by name (`npm test -- core feed`). Whatever else follows
 * goes to vitest: a part of a path, `-t "part of a name"`, `--reporter verbose`. `npm run test:long` is the same with
 * `--long`. Plain JavaScript, because it starts at once.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../pnpm.mjs'

const given = process.argv.slice(2)
const isLong = given[0] === '--long'
const config = isLong ? ['--config', 'vitest.long.config.ts'] : []
const args = (isLong ? given.slice(1) : given).map(testsOf)

const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...config, ...args],
  {
    cwd: ROOT,
    stdio: 'inherit',
  },
)
if (status === 1 && args.length > 0) nameKnownPackages()
process.exitCode = status ?? 1

/** The name of a package stands for the folder of its tests: `core` alone would find `score-pair.test.ts`, too. */
function testsOf(arg) {
  return existsSync(join(ROOT, 'packages', arg, 'test')) ? `packages/${arg}/test/` : arg
}

/** Vitest says which filter found nothing, but not what there is. */
function nameKnownPackages() {
  const [name = ''] = args
  if (name.startsWith('-') || name.includes('/') || !/^[\w-]+$/.test(name)) return
  console.error(
    `Packages with tests: ${readdirSync(join(ROOT, 'packages'))
      .filter((each) => testsOf(each) !== each)
      .join(', ')}.`,
  )
}
