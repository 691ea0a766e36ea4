import type { WorkerOptions } from 'node:worker_threads'

/** What a thread is begun from. */
export interface WorkerFile {
  readonly file: URL
  readonly options: WorkerOptions
}

/**
 * The file of a thread as it was built; in the repository as it stands, whatever whoever begins it reads sources by.
 *
 * @param from - `import.meta.url` of whoever begins it.
 */
export function workerFile(from: string, built: URL, source: URL): WorkerFile {
  if (!from.endsWith('.ts')) return { file: built, options: {} }
  return { file: source, options: { execArgv: ['--conditions', '@utpid/source'] } }
}
