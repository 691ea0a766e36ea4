import { AtomicFile } from '../io/atomic-file.ts'
import type { Io } from '../io/io.ts'
import { checkOutput } from './check-output.ts'

/** The target of an export: a file that appears only when complete, or standard output. */
export interface ExportOutput {
  write(text: string): Promise<void>
  /** Completes the output, after everything is written. */
  finish(): Promise<void>
  /** Removes an incomplete output, as far as possible. */
  discard(): Promise<void>
}

/**
 * @param path - `-` is standard output.
 * @param data - The folder of the registry, which must not be written into.
 * @throws {CliError} when the path cannot be a file.
 */
export async function openExportOutput(io: Io, path: string, data: string): Promise<ExportOutput> {
  if (path === '-') return standardOutput(io)
  checkOutput({ option: '--out', path, inputs: [], data })
  return await AtomicFile.create(path)
}

/** Writes an export to standard output. Written text cannot be removed. */
export function standardOutput({ stdout }: Pick<Io, 'stdout'>): ExportOutput {
  return { write: (text) => stdout.write(text), finish: async () => {}, discard: async () => {} }
}

/** Completes an output after the work that writes it, or removes it if the work fails. */
export async function writeWhole<Result>(
  output: Pick<ExportOutput, 'finish' | 'discard'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work()
    await output.finish()
    return result
  } catch (error) {
    await output.discard()
    throw error
  }
}
