/**
 * Checks the sizes of browser bundles of core, client and the in-memory storage. esbuild bundles and minifies the
 * packages; the size is gzipped. The check fails if a package uses modules of Node.js. `--weights` lists the largest
 * files.
 */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { ROOT } from '../repository/root.ts'

interface Budget {
  readonly what: string
  readonly entry: string
  /** Dependencies that are excluded, so that only our own code is measured. */
  readonly external: readonly string[]
  /** Maximum size in kilobytes (1,000 bytes), gzipped. */
  readonly most: number
  /** Target size in kilobytes, if lower than the maximum. */
  readonly aim?: number
}

const THIRD_PARTY = ['zod', 'entities', 'entities/*', 'lru-cache', 'fastest-levenshtein']
const BUDGETS: readonly Budget[] = [
  // More than a third is the table of place words, a sixth is the country names. Neither table can be omitted yet. The
  // table of fields and the schemas of users take 17 KB.
  { what: 'core, own code and tables', entry: 'packages/core/src/index.ts', external: THIRD_PARTY, most: 257, aim: 80 },
  { what: 'core with its dependencies', entry: 'packages/core/src/index.ts', external: [], most: 372 },
  {
    what: 'adapter-memory, own code',
    entry: 'packages/adapter-memory/src/index.ts',
    external: ['@utpid/core', '@utpid/core/*', 'lru-cache'],
    most: 40,
  },
  { what: 'client', entry: 'packages/client/src/index.ts', external: [], most: 6 },
]

let isOver = false
for (const { what, entry, external, most, aim } of BUDGETS) {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(ROOT, entry)],
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['@utpid/source'],
    external: [...external],
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const kilobytes = gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length / 1_000
  if (kilobytes > most) isOver = true
  const missed = aim !== undefined && kilobytes > aim ? `; target ${aim} KB` : ''
  console.log(
    `${kilobytes > most ? 'FAILED' : 'ok    '} ${what}: ${kilobytes.toFixed(1)} KB gzipped, at most ${most}${missed}`,
  )
  if (process.argv.includes('--weights')) {
    const inputs = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {})
    for (const [file, { bytesInOutput }] of inputs.sort((a, b) => b[1].bytesInOutput - a[1].bytesInOutput).slice(0, 12))
      console.log(`         ${String(bytesInOutput).padStart(7)} bytes  ${file}`)
  }
}
process.exitCode = isOver ? 1 : 0
