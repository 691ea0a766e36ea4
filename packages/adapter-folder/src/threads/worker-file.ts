import type { WorkerOptions } from 'node:worker_threads'

/** The arguments for starting a thread. */
export interface WorkerFile {
  readonly file: URL
  readonly options: WorkerOptions
}

/**
 * Returns the built file of a thread, or its source file in the repository. The loader of the caller does not affect
 * the result.
 *
 * @param from - The `import.meta.url` of the caller.
 */
export function workerFile(from: string, built: URL, source: URL): WorkerFile {
  if (!from.endsWith('.ts')) return { file: built, options: {} }
  return { file: source, options: { execArgv: ['--conditions', '@utpid/source'] } }
}
