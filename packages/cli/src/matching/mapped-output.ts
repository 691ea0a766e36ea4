import { usageError } from '../errors/cli-error.ts'
import { AtomicFile } from '../io/atomic-file.ts'
import type { Io } from '../io/io.ts'
import { MAPPED_CSV_HEADER, type MappedLine, mappedCsvRow } from './mapped-line.ts'

/** The output of `map`, in the format that the file extension names. */
export interface MappedOutput {
  write(lines: readonly MappedLine[]): Promise<void>
  /** Completes the output; a file replaces an earlier one. */
  finish(): Promise<void>
  /** Discards an incomplete output. @returns Whether all of it was removed. Output to a stream or pipe stays. */
  discard(): Promise<boolean>
}

/** The output of `map` if only a copy of the file is wanted. */
export const NO_OUTPUT: MappedOutput = { write: async () => {}, finish: async () => {}, discard: async () => true }

/**
 * @param path - Ends in `.jsonl`, `.ndjson` or `.csv`; `-` is standard output, as JSON Lines.
 * @throws {CliError} for another ending and for a file that cannot be written.
 */
export async function createMappedOutput(io: Io, path: string): Promise<MappedOutput> {
  const isCsv = /\.csv$/i.test(path)
  if (path !== '-' && !isCsv && !/\.(jsonl|ndjson)$/i.test(path)) {
    throw usageError(
      `${path} has an unknown file extension; use a name that ends in .jsonl or .csv for --out, or "-" for standard output.`,
    )
  }
  const file = path === '-' ? undefined : await AtomicFile.create(path)
  const target = file ?? io.stdout
  if (isCsv) await target.write(MAPPED_CSV_HEADER)
  return {
    async write(lines) {
      const text = lines.map((line) => (isCsv ? mappedCsvRow(line) : `${JSON.stringify(line)}\n`))
      if (text.length > 0) await target.write(text.join(''))
    },
    async finish() {
      await file?.finish()
    },
    async discard() {
      await file?.discard()
      return file?.isDraft ?? false
    },
  }
}
