/**
 * `npm run docs [-- dev]`: builds docs/ into docs/.vitepress/dist, or serves it while it is written. The folder is a
 * project of its own, since what builds it is large: a normal set-up does not install it.
 */
import { runPnpm } from './pnpm.mjs'

const inDocs = ['--dir', 'docs']
const installed = runPnpm([...inDocs, 'install', '--frozen-lockfile'])
const command = process.argv[2] ?? 'build'
process.exitCode = installed === 0 ? runPnpm([...inDocs, 'exec', 'vitepress', command, '.']) : installed
