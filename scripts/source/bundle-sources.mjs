/**
 * Bundles every file of the repository that runs in its own process or thread. Tests start hundreds of such files. A
 * bundle starts in a quarter of the time that 350 TypeScript files need.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['packages', 'examples']
const SKIPPED = new Set(['node_modules', 'dist', 'generated', 'data', 'site'])
/**
 * Entry files: commands, examples, files that threads import at run time, child processes of tests. Threads are entries
 * too, see {@link isThread}.
 */
const ENTRIES = [
  /^examples\/[\w-]+\/main\.ts$/,
  /^packages\/cli\/src\/main\.ts$/,
  /^packages\/(cli\/src|[\w-]+\/test\/support(\/registries)?)\/[\w-]+-registry\.ts$/,
  /^packages\/[\w-]+\/test\/support\/schemas\/[\w-]+-schema\.ts$/,
  /^packages\/[\w-]+\/test\/.*child\.ts$/,
]

/** Dependencies with many files: a bundle that contains them starts in half of the time. */
const MANY_FILES = /^(zod|hyparquet|hyparquet-compressors|csv-parse|@streamparser\/json|entities|uuid)(\/|$)/

const BUILT = 'built'
const FAILED = 'failed'
const POLL_MS = 20
const BUILT_WITHIN_MS = 120_000

/**
 * Waits for the bundle of a source file. The global set-up of the tests creates the bundle.
 *
 * @param {string} file absolute path of the source
 * @param {string} folder of this run's bundles
 * @returns {Promise<string | undefined>} path of the bundle; undefined for a file that is not an entry
 */
export async function bundleOf(file, folder) {
  const path = relative(ROOT, file).replaceAll('\\', '/')
  if (!isEntry(path)) return undefined
  const built = join(folder, BUILT)
  for (const end = Date.now() + BUILT_WITHIN_MS; !existsSync(built); await setTimeout(POLL_MS)) {
    if (existsSync(join(folder, FAILED))) throw new Error(readFileSync(join(folder, FAILED), 'utf8'))
    if (Date.now() > end) throw new Error(`The sources were not bundled in ${folder} within two minutes.`)
  }
  return join(built, path.replace(/\.ts$/, '.js'))
}

/**
 * Bundles all entries into a folder. Only the global set-up of the tests calls this function, since other processes of
 * tests may be killed at any time.
 *
 * @param {string} folder
 */
export async function bundleSources(folder) {
  mkdirSync(folder, { recursive: true })
  try {
    await build(join(folder, 'draft'))
    renameSync(join(folder, 'draft'), join(folder, BUILT))
  } catch (error) {
    writeFileSync(join(folder, FAILED), `The sources could not be bundled: ${error.message}`)
  }
}

async function build(folder) {
  const esbuild = await import('esbuild')
  await esbuild.build({
    entryPoints: entries(),
    outdir: folder,
    outbase: ROOT,
    absWorkingDir: ROOT,
    bundle: true,
    // Put shared modules into one chunk. If a thread imports a second entry, the thread then has each class only once.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@utpid/source'],
    sourcemap: true,
    logLevel: 'error',
    plugins: [sourcesOnly],
  })
}

function entries() {
  return FOLDERS.flatMap((folder) => filesUnder(folder)).filter(isEntry)
}

function isEntry(path) {
  return ENTRIES.some((pattern) => pattern.test(path)) || isThread(path)
}

/** A thread that runs from source has a script in its folder, which imports it. */
function isThread(path) {
  return path.endsWith('-worker.ts') && existsSync(join(ROOT, path.replace(/\.ts$/, '-source.mjs')))
}

function filesUnder(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesUnder(path)
    return [path]
  })
}

/** Excludes dependencies from the bundles, and keeps `import.meta.url` as in the source. */
const sourcesOnly = {
  name: 'sources only',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (kind === 'entry-point' || path.startsWith('@utpid/') || pluginData === sourcesOnly) return undefined
      if (path.startsWith('node:')) return { path, external: true }
      if (MANY_FILES.test(path)) return undefined
      const found = await build.resolve(path, { kind, resolveDir, importer, pluginData: sourcesOnly })
      if (found.errors.length > 0 || found.external) return { path, external: true }
      return { path: pathToFileURL(found.path).href, external: true }
    })
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const contents = await readFile(path, 'utf8')
      if (!contents.includes('import.meta.url')) return undefined
      const url = JSON.stringify(pathToFileURL(path).href)
      return { contents: contents.replaceAll('import.meta.url', url), loader: 'ts', resolveDir: dirname(path) }
    })
  },
}
