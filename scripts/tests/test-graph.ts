import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { ROOT } from '../repository/root.ts'

/** Folders with tests, as in vitest.config.ts. */
const TEST_FOLDERS = ['packages', 'bench/test', 'scripts/test']
const TEST = /\.test\.ts$/
export const LONG_TEST: RegExp = /\.long\.test\.ts$/
/**
 * Matches `new URL('child.ts', import.meta.url)`. The importing file reads this file, or starts it in another process.
 */
const URLS = /new URL\(\s*['`]([^'`$]+)['`]\s*,\s*import\.meta\.url\s*,?\s*\)/g
const PROGRAM = /\.(ts|mjs)$/
/** Programs that a file starts by a computed name, or builds from a configuration. */
const STARTED: readonly { readonly by: string; readonly programs: () => readonly string[] }[] = [
  { by: 'scripts/test/examples.test.ts', programs: () => examples() },
  { by: 'packages/dashboard/test/support/built-site.ts', programs: () => ['packages/dashboard/src/main.tsx'] },
]
/** Files that tests of their package read but do not import, such as pages, feeds and data. */
const READ_BY_ITS_PACKAGE = /^packages\/([\w-]+)\//

/**
 * Finds the tests affected by a change.
 *
 * @param changed - Paths from the root of the repository.
 * @returns Paths of test files of `npm test`, in order.
 */
export async function testsOf(changed: readonly string[]): Promise<string[]> {
  const tests = testFiles()
  graph ??= importersOfAll(tests)
  const importers = await graph
  const touched = new Set<string>()
  const queue = [...changed]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (touched.has(path)) continue
    touched.add(path)
    queue.push(...(importers.get(path) ?? []))
  }
  // If no file imports a changed file, only tests of its package or of the documents can read it.
  const unknown = changed.filter((path) => !importers.has(path) && !TEST.test(path))
  const readers = new Set(unknown.map((path) => READ_BY_ITS_PACKAGE.exec(path)?.[1]))
  return tests.filter((test) => touched.has(test) || (unknown.length > 0 && isReader(test, readers)))
}

/** The graph is cached, since computing it takes seconds. It does not change while this process runs. */
let graph: Promise<Map<string, string[]>> | undefined

async function importersOfAll(tests: readonly string[]): Promise<Map<string, string[]>> {
  const imports = await importsOf([...tests, ...STARTED.flatMap(({ programs }) => programs())])
  for (const { by, programs } of STARTED) for (const program of programs()) imports.get(by)?.add(program)
  return importersOf(imports)
}

function isReader(test: string, packages: ReadonlySet<string | undefined>): boolean {
  const [, own] = READ_BY_ITS_PACKAGE.exec(test) ?? []
  return own === undefined || packages.has(own)
}

function examples(): string[] {
  return readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `examples/${name}/main.ts`)
}

function testFiles(): string[] {
  const found = TEST_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )
  return found.filter((path) => TEST.test(path) && !LONG_TEST.test(path)).sort()
}

/** Returns for each path the files that this file imports or references by URL. */
async function importsOf(programs: readonly string[]): Promise<Map<string, Set<string>>> {
  const imports = new Map<string, Set<string>>()
  const waiting = [...programs]
  const seen = new Set<string>()
  while (waiting.length > 0) {
    const entries = waiting.splice(0).filter((path) => !seen.has(path))
    if (entries.length === 0) break
    for (const path of entries) seen.add(path)
    const { metafile } = await build({
      entryPoints: entries,
      absWorkingDir: ROOT,
      outdir: 'unused',
      write: false,
      bundle: true,
      // Do not split: the bundle of each test must contain all its imports.
      splitting: true,
      metafile: true,
      format: 'esm',
      platform: 'node',
      conditions: ['@utpid/source'],
      loader: { '.tsx': 'tsx' },
      jsx: 'automatic',
      logLevel: 'silent',
      plugins: [ownFilesOnly],
    })
    for (const [path, input] of Object.entries(metafile.inputs)) {
      const named = addressesIn(path)
      const own = input.imports.filter(({ external }) => external !== true).map(({ path: imported }) => imported)
      imports.set(path, new Set([...own, ...named]))
      waiting.push(...named.filter((each) => PROGRAM.test(each) && !seen.has(each) && existsSync(join(ROOT, each))))
    }
  }
  return imports
}

function addressesIn(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return [...text.matchAll(URLS)].map(([, address]) =>
    relative(ROOT, join(ROOT, dirname(path), address as string)).replaceAll('\\', '/'),
  )
}

function importersOf(imports: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const [path, imported] of imports) {
    for (const each of imported) importers.set(each, [...(importers.get(each) ?? []), path])
  }
  return importers
}

/** A plugin that excludes dependencies, which do not change with a commit. */
const ownFilesOnly: Plugin = {
  name: 'own files only',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@utpid/') ? undefined : { path, external: true },
    )
    onResolve({ filter: /\/dist\/|\.(css|html|svg|woff2?)(\?.*)?$/ }, ({ path }) => ({ path, external: true }))
  },
}
