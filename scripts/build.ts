/** `npm run build`: builds every public package into its folder `dist`, in the order of their dependencies. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { publicPackages } from './repository/public-packages.ts'
import { ROOT } from './repository/root.ts'

const quiet = process.argv.includes('--quiet')
const tsup = join(ROOT, 'node_modules/tsup/dist/cli-default.js')

function run(name: string, folder: string, tool: string, options: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [tool, ...options], { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status === 0) return
  console.error(`${name} does not build; see the output of ${basename(tool)} above.`)
  process.exit(1)
}

for (const { name, folder } of publicPackages()) {
  // Core contains third-party data, and every package may contain core. Each package therefore needs the attribution.
  for (const file of ['NOTICE', 'LICENSE']) copyFileSync(join(ROOT, file), join(folder, file))
  if (!quiet) console.error(`building ${name}`)
  run(name, folder, tsup, ['--silent'])
  // Files for browsers are built in addition to the modules.
  if (existsSync(join(folder, 'vite.config.ts')))
    run(name, folder, join(folder, 'node_modules/vite/bin/vite.js'), ['build'])
}
