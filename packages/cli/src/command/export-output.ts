import { AtomicFile } from '../io/atomic-file.ts'
import type { Io } from '../io/io.ts'
import { checkOutput } from './check-output.ts'

/** Where an export goes: a file that is there as a whole or not at all, or standard output. */
export interface ExportOutput {
  write(text: string): Promise<void>
  /** Everything is written. */
  finish(): Promise<void>
  /** It is not going to be whole: what can be taken back is. */
  discard(): Promise<void>
}

/**
 * @param path - `-` is standard output.
 * @param data - The folder of the registry, which must not be written into.
 * @throws {CliError} when there can be no file at the path.
 */
export async function openExportOutput(io: Io, path: string, data: string): Promise<ExportOutput> {
  if (path === '-') return standardOutput(io)
  checkOutput({ option: '--out', path, inputs: [], data })
  return await AtomicFile.create(path)
}

/** What was written there cannot be taken back. */
export function standardOutput({ stdout }: Pick<Io, 'stdout'>): ExportOutput {
  return { write: (text) => stdout.write(text), finish: async () => {}, discard: async () => {} }
}
