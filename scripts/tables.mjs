/**
 * `npm run tables [-- --check]`: regenerates the committed data tables. Their sources are large packages, so tools/tables is a
 * project of its own, which a normal set-up does not install.
 */
import { runPnpm } from './pnpm.mjs'

// The folder has a pnpm-workspace.yaml of its own, so that it is no part of this workspace.
const inTables = ['--dir', 'tools/tables']
const installed = runPnpm([...inTables, 'install', '--frozen-lockfile'])
process.exitCode =
  installed === 0 ? runPnpm([...inTables, 'exec', 'tsx', 'src/main.ts', ...process.argv.slice(2)]) : installed
