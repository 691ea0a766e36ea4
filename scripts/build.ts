/**
 * `npm run build`: builds every public package into its `dist`, in the order of their dependencies.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicPackages } from './public-packages.ts'
import { ROOT } from './root.ts'

const quiet = process.argv.includes('--quiet')
const tsup = join(ROOT, 'node_modules/tsup/dist/cli-default.js')

for (const { name, folder } of publicPackages()) {
  // Every package may hold data of others by way of core; whoever gets one gets the attribution.
  for (const file of ['NOTICE', 'LICENSE']) copyFileSync(join(ROOT, file), join(folder, file))
  if (!quiet) console.error(`building ${name}`)
  const { status } = spawnSync(process.execPath, [tsup, '--silent'], { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status === 0) continue
  console.error(`${name} does not build; what tsup said is above.`)
  process.exit(1)
}
