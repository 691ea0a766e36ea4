import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

export interface BuiltSite {
  readonly folder: URL
  /** Gzipped, each file by itself. */
  readonly bytes: number
  remove(): void
}

/** Builds the dashboard as it stands into a folder of its own. */
export async function builtSite(): Promise<BuiltSite> {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-dashboard-'))
  const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url))
  await build({ configFile, mode: 'production', logLevel: 'error', build: { outDir: folder } })
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  const bytes = files
    .map((file) => gzipSync(readFileSync(join(file.parentPath, file.name))).length)
    .reduce((sum, each) => sum + each, 0)
  return {
    folder: pathToFileURL(`${folder}/`),
    bytes,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
