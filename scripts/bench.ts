/** `npm run bench -- NAME [ARGUMENTS]`: runs bench/NAME.ts or bench/NAME/main.ts from the source. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './repository/root.ts'

const folder = join(ROOT, 'bench')

function fileOf(name: string): string | undefined {
  return [join(folder, `${name}.ts`), join(folder, name, 'main.ts')].find((path) => existsSync(path))
}

function knownNames(): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).map((entry) => entry.replace(/\.ts$/, ''))
  return names.filter((name) => fileOf(name) !== undefined).sort()
}

const [name, ...args] = process.argv.slice(2)
const file = name === undefined ? undefined : fileOf(name)
if (file === undefined) {
  const asked = name === undefined ? 'Which benchmark?' : `There is no benchmark '${name}'.`
  console.error(`${asked} npm run bench -- NAME, where NAME is one of: ${knownNames().join(', ') || '(none yet)'}`)
  process.exit(2)
}

// `--expose-gc` makes it possible to measure memory between collections.
const options = ['--expose-gc', '--conditions', '@utpid/source', '--import', 'tsx']
const { status } = spawnSync(process.execPath, [...options, file, ...args], { cwd: ROOT, stdio: 'inherit' })
process.exitCode = status ?? 1
