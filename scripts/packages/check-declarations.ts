/**
 * Checks that the declarations of every public package compile in a strict project with library checks, including the
 * declarations of its dependencies. The packages must be built.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicPackages } from '../repository/public-packages.ts'
import { ROOT } from '../repository/root.ts'

const OPTIONS = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--types', 'node']
/** Excluded packages: their declarations need the declarations of the test runner. */
const LEFT_OUT = ['@utpid/storage-conformance']

const entries = publicPackages()
  .filter(({ name }) => !LEFT_OUT.includes(name))
  .flatMap(({ name, folder }) => {
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const paths = Object.keys(exports ?? {}).filter((path) => !path.endsWith('.json'))
    return paths.map((path) => `${name}${path.slice(1)}`)
  })
// In this folder, workspace packages resolve like installed packages.
const place = mkdtempSync(join(ROOT, 'node_modules', '.declarations-'))
try {
  const file = join(place, 'uses.ts')
  writeFileSync(
    file,
    `${entries.map((entry, at) => `import * as m${at} from '${entry}'\nvoid m${at}\n`).join('')}export {}\n`,
  )
  writeFileSync(join(place, 'package.json'), JSON.stringify({ type: 'module' }))
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const given = [compiler, '--ignoreConfig', ...OPTIONS, '--exactOptionalPropertyTypes', file]
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { cwd: place, encoding: 'utf8' })
  if (status !== 0) console.log(`${stdout}${stderr}`)
  else console.log(`${entries.length} entries compile`)
  process.exitCode = status ?? 1
} finally {
  rmSync(place, { recursive: true, force: true })
}
