/**
 * Bundles of every file of the repository that runs in a process or thread of its own: tests start hundreds of them, and
 * one that reads bundles starts in a quarter of the time of one that reads 350 files of TypeScript.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['packages', 'examples']
const SKIPPED = new Set(['node_modules', 'dist', 'generated', 'data', 'site'])
/** Files that run by themselves: commands, examples, threads with what they import at run time, children of tests. */
const ENTRIES = [
  /^examples\/[\w-]+\/main\.ts$/,
  /^packages\/cli\/src\/main\.ts$/,
  /^packages\/[\w-]+\/src\/.*(load|merge|registry)-worker\.ts$/,
  /^packages\/(cli\/src|[\w-]+\/test\/support)\/[\w-]+-registry\.ts$/,
  /^packages\/[\w-]+\/test\/.*child\.ts$/,
]

const POLL_MS = 20
const BUILT_WITHIN_MS = 120_000

/**
 * @param {string} file absolute path of a source
 * @param {string} folder where the bundles of this run are; the first call makes them
 * @returns {Promise<string | undefined>} the path of its bundle; undefined for a file that is no entry
 */
export async function bundleOf(file, folder) {
  const path = relative(ROOT, file).replaceAll('\\', '/')
  if (!isEntry(path)) return undefined
  const built = join(folder, 'built')
  if (!existsSync(built)) await buildOnce(folder, built)
  return join(built, path.replace(/\.ts$/, '.js'))
}

/** The first process builds and the others wait for it; when it is killed, the next one builds. */
async function buildOnce(folder, built) {
  mkdirSync(folder, { recursive: true })
  // Of its own: two that both took a killed builder's place do not disturb each other.
  const draft = join(folder, `draft-${process.pid}-${Date.now()}`)
  for (const end = Date.now() + BUILT_WITHIN_MS; !existsSync(built); await setTimeout(POLL_MS)) {
    if (Date.now() > end) throw new Error(`The sources were not bundled in ${folder} within two minutes.`)
    if (takeLock(join(folder, 'builder'))) {
      await build(draft)
      if (!existsSync(built)) renameSync(draft, built)
    }
  }
}

/** @returns {boolean} whether this process is the builder */
function takeLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const builder = Number(readFileSync(file, 'utf8'))
  if (builder > 0 && !isAlive(builder)) rmSync(file, { force: true })
  return false
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
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
    // A module that two entries share is one chunk: a thread that imports a second entry has each class once.
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
  return ENTRIES.some((pattern) => pattern.test(path))
}

function filesUnder(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesUnder(path)
    return [path]
  })
}

/** Dependencies stay where they are installed, and `import.meta.url` is what it is in the source. */
const sourcesOnly = {
  name: 'sources only',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (kind === 'entry-point' || path.startsWith('@utpid/') || pluginData === sourcesOnly) return undefined
      if (path.startsWith('node:')) return { path, external: true }
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
