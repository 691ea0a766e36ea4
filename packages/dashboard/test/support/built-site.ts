import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { onceARun } from '@utpid/testing'
import { build } from 'vite'

export interface BuiltSite {
  readonly folder: URL
  /** Total bytes of the files without those of the map, each file gzipped separately. */
  readonly bytes: number
  /** Total bytes of the files that only a page with a map loads: the plan and its outlines, and the map with tiles. */
  readonly mapBytes: number
}

const MAP_FILE = /^(map-canvas|maplibre-gl-csp)/

/** Builds the current dashboard once per run. */
export async function builtSite(): Promise<BuiltSite> {
  const path = await onceARun('dashboard', async (folder) => {
    const outDir = join(folder, 'site')
    const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url))
    await inProduction(() => build({ configFile, mode: 'production', logLevel: 'error', build: { outDir } }))
    return outDir
  })
  const files = readdirSync(path, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  const sizes = files.map(
    (file) => [file.name, gzipSync(readFileSync(join(file.parentPath, file.name))).length] as const,
  )
  const total = (isMap: boolean): number =>
    sizes.filter(([name]) => MAP_FILE.test(name) === isMap).reduce((sum, [, size]) => sum + size, 0)
  return { folder: pathToFileURL(`${path}/`), bytes: total(false), mapBytes: total(true) }
}

/**
 * Runs a build as users run it. With the NODE_ENV of vitest, vite adds file names and lines to each element, which are
 * a tenth of the size.
 */
async function inProduction(run: () => Promise<unknown>): Promise<void> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await run()
  } finally {
    process.env.NODE_ENV = before
  }
}
