import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { GeneratedRecord, SupplierInfo } from '@utpid/generator'
import { type ExportOutput, standardOutput } from '../../command/export-output.ts'
import { usageError } from '../../errors/cli-error.ts'
import { AtomicFile } from '../../io/atomic-file.ts'
import type { Io } from '../../io/io.ts'
import { LineWriter } from '../../io/line-writer.ts'

/** The target of `generate`. */
export interface GeneratedOutput {
  /** @param product - Index of the real product that the records describe. */
  write(records: readonly GeneratedRecord[], product: number): Promise<void>
  /** Completes the output: the files get their final names. */
  finish(): Promise<void>
  /** Aborts the output and removes incomplete files. */
  discard(): Promise<void>
}

export interface GeneratedOutputOptions {
  /** A folder, a file that ends in `.jsonl` or `.jsonl.gz`, or `-` for standard output. */
  readonly out: string
  readonly gzip: boolean
  readonly suppliers: readonly SupplierInfo[]
  readonly toLine: (record: GeneratedRecord) => string
}

/** The file with the truth in a folder of feeds. */
export const TRUTH_FILE = 'truth.jsonl'

/** Returns the file name of a supplier's feed in a folder. */
export function feedFile({ id }: SupplierInfo, gzip: boolean): string {
  return `${id}.jsonl${gzip ? '.gz' : ''}`
}

/** Returns whether `--out` is a folder, not a file or standard output. */
export function isFolder(out: string): boolean {
  return out !== '-' && !/\.(jsonl|ndjson)(\.gz)?$/i.test(out)
}

/** @throws {CliError} for a folder that is not empty, and for a path that cannot be written. */
export async function createGeneratedOutput(io: Io, options: GeneratedOutputOptions): Promise<GeneratedOutput> {
  return isFolder(options.out) ? await folderOutput(options) : streamOutput(await generatedFile(io, options), options)
}

/**
 * Opens one file, or standard output.
 *
 * @throws {CliError} when the path cannot be a file.
 */
export async function generatedFile(io: Io, { out, gzip }: { out: string; gzip: boolean }): Promise<ExportOutput> {
  if (out === '-') return standardOutput(io)
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw usageError(`${out} is a folder, but has the name of a file; use another name for --out.`)
  }
  return await AtomicFile.create(out, { gzip: gzip || out.endsWith('.gz') })
}

/** Writes one stream of all suppliers; each row names its supplier. */
function streamOutput(output: ExportOutput, { toLine }: GeneratedOutputOptions): GeneratedOutput {
  const lines = new LineWriter(output)
  return {
    write: (records) => lines.write(records.map(toLine).join('')),
    async finish() {
      await lines.flush()
      await output.finish()
    },
    discard: () => output.discard(),
  }
}

/** Writes one feed for each supplier, and the truth about them. */
async function folderOutput({ out, gzip, suppliers, toLine }: GeneratedOutputOptions): Promise<GeneratedOutput> {
  createEmptyFolder(out)
  const files: AtomicFile[] = []
  const linesOf = async (name: string): Promise<LineWriter> => {
    const file = await AtomicFile.create(join(out, name))
    files.push(file)
    return new LineWriter(file)
  }
  const feeds = new Map<string, LineWriter>()
  for (const supplier of suppliers) feeds.set(supplier.id, await linesOf(feedFile(supplier, gzip)))
  const truth = await linesOf(TRUTH_FILE)
  return {
    async write(records, product) {
      for (const record of records) {
        const { source, sourceId } = record
        await feeds.get(source)?.write(toLine(record))
        await truth.write(`${JSON.stringify({ source, sourceId, product })}\n`)
      }
    },
    async finish() {
      for (const lines of [...feeds.values(), truth]) await lines.flush()
      for (const file of files) await file.finish()
    },
    async discard() {
      for (const file of files) await file.discard()
    },
  }
}

/** Creates an empty folder. An existing folder must be empty, since the command writes all feeds or none. */
function createEmptyFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found !== undefined && !found.isDirectory()) {
    throw usageError(`${folder} is a file; use a folder for --out, or a file that ends in .jsonl.`)
  }
  const [first] = found === undefined ? [] : readdirSync(folder)
  if (first !== undefined) {
    throw usageError(`${folder} contains other files (${first}); use a new or an empty folder for --out.`)
  }
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw usageError(`${folder} cannot be created: ${(error as Error).message}; use another folder for --out.`, {
      cause: error,
    })
  }
}
