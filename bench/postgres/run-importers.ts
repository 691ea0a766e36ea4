import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { ROOT } from '../../scripts/repository/root.ts'
import type { ImportedOnce } from './import-once.ts'

/**
 * Imports a feed with several processes at once. Each process imports every n-th record. Records of a product follow
 * each other, so all processes write the same products.
 *
 * @returns The records per second, from the first start to the last end.
 */
export async function runImporters(url: string, schema: string, file: string, processes: number): Promise<number> {
  const runs = await Promise.all(
    Array.from({ length: processes }, (_, each) => runImporter([url, schema, file, String(each), String(processes)])),
  )
  const seconds = Math.max(...runs.map(({ ended }) => ended)) - Math.min(...runs.map(({ began }) => began))
  return runs.reduce((sum, { records }) => sum + records, 0) / seconds
}

async function runImporter(args: readonly string[]): Promise<ImportedOnce> {
  const options = ['--conditions', '@utpid/source', '--import', 'tsx', 'bench/postgres/import-once.ts', ...args]
  const child = spawn(process.execPath, options, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, code] = await Promise.all([text(child.stdout), new Promise((resolve) => child.on('close', resolve))])
  if (code !== 0) throw new Error(`An importer ended with exit code ${code}; its message is above.`)
  return JSON.parse(output) as ImportedOnce
}
