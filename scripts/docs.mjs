/**
 * `npm run docs [-- dev]`: creates a page for every exported name with typedoc in docs/generated. Then the script
 * builds docs/ into docs/.vitepress/dist, or serves docs/ with live reload. docs/ is a separate project with large
 * dependencies, which a normal set-up does not install.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runPnpm } from './pnpm.mjs'

const IN_DOCS = ['--dir', 'docs']
const GENERATED = 'docs/generated'

/** Returns the packages that export names, with their entry files. */
function packagesWithNames() {
  return readdirSync(join(ROOT, 'packages')).flatMap((folder) => {
    const {
      name,
      private: isPrivate,
      exports = {},
    } = JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8'))
    const entries = Object.values(exports).flatMap((entry) => entry['@utpid/source'] ?? [])
    return isPrivate || entries.length === 0 ? [] : [{ name, folder, entries }]
  })
}

/**
 * Generates the pages of exported names.
 *
 * @returns the exit code
 */
function writeNames() {
  rmSync(join(ROOT, GENERATED), { recursive: true, force: true })
  for (const { name, folder, entries } of packagesWithNames()) {
    const sources = entries.map((entry) => join(ROOT, 'packages', folder, entry))
    const options = [
      ...['--name', name, '--tsconfig', join(ROOT, 'packages', folder, 'tsconfig.json')],
      ...['--plugin', 'typedoc-plugin-markdown', '--out', join(ROOT, GENERATED, folder)],
      ...['--readme', 'none', '--excludePrivate', '--excludeInternal', '--disableSources', '--disableGit'],
      // Do not warn about names that are used but not exported: the documentation of their users describes them. Other
      // packages have their own pages.
      ...['--validation.notExported', 'false', '--logLevel', 'Warn'],
      ...['--hideBreadcrumbs', '--hidePageHeader', '--entryFileName', 'index'],
    ]
    console.log(`names of ${name}`)
    const code = runPnpm([...IN_DOCS, 'exec', 'typedoc', ...sources, ...options])
    if (code !== 0) return code
  }
  return 0
}

const steps = [
  () => runPnpm([...IN_DOCS, 'install', '--frozen-lockfile']),
  writeNames,
  () => runPnpm([...IN_DOCS, 'exec', 'vitepress', process.argv[2] ?? 'build', '.']),
]
let code = 0
for (const step of steps) {
  code = step()
  if (code !== 0) break
}
process.exitCode = code
