/**
 * Builds the dashboard if its sources are newer than the build, so that `npm start` shows the current state. The script
 * is plain JavaScript, so that it takes almost no time if nothing has changed. It writes to stderr only.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './pnpm.mjs'

const FOLDER = join(ROOT, 'packages/dashboard')
const SOURCES = ['packages/dashboard/src', 'packages/client/src']
const FILES = ['index.html', 'vite.config.ts', 'package.json'].map((name) => join(FOLDER, name))

/** Returns the newest modification time of the files in some paths. */
function newest(paths) {
  return Math.max(...paths.map((path) => statSync(path).mtimeMs))
}

function filesIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

const built = join(FOLDER, 'dist/site/index.html')
const isCurrent = existsSync(built) && newest([built]) >= newest([...FILES, ...SOURCES.flatMap(filesIn)])
if (!isCurrent) {
  console.error('Building the dashboard ...')
  const vite = join(FOLDER, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build'], { cwd: FOLDER, stdio: ['ignore', 2, 2] })
  if (status !== 0) {
    console.error(
      'The dashboard does not build; see the output of vite above. The API works without it: npx utpid serve --demo',
    )
    process.exit(1)
  }
}
