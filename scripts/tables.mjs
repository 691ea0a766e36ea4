/**
 * `npm run tables [-- --check]`: regenerates the committed data tables. The sources of the tables are large packages,
 * so tools/tables is a separate project that a normal set-up does not install.
 */
import { runPnpm } from './pnpm.mjs'

// The folder has its own pnpm-workspace.yaml, so it is not part of this workspace.
const inTables = ['--dir', 'tools/tables']
const installed = runPnpm([...inTables, 'install', '--frozen-lockfile'])
process.exitCode =
  installed === 0 ? runPnpm([...inTables, 'exec', 'tsx', 'src/main.ts', ...process.argv.slice(2)]) : installed
