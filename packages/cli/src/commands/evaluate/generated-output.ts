import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { GeneratedRecord, SupplierInfo } from '@utpid/generator'
import { type ExportOutput, standardOutput } from '../../command/export-output.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { AtomicFile } from '../../io/atomic-file.ts'
import type { Io } from '../../io/io.ts'
import { LineWriter } from '../../io/line-writer.ts'

/** What `generate` writes its records to. */
export interface GeneratedOutput {
  /** @param product - The index of the real product that the records show. */
  write(records: readonly GeneratedRecord[], product: number): Promise<void>
  /** Everything is there: what was written gets its name. */
  finish(): Promise<void>
  /** It ends early: nothing half written is left. */
  abandon(): Promise<void>
}

export interface GeneratedOutputOptions {
  /** A folder, a file that ends in `.jsonl` or `.jsonl.gz`, or `-` for standard output. */
  readonly out: string
  readonly gzip: boolean
  readonly suppliers: readonly SupplierInfo[]
  readonly toLine: (record: GeneratedRecord) => string
}

/** Where the truth about a folder of feeds stands. */
export const TRUTH_FILE = 'truth.jsonl'

/** The name of a supplier's feed in a folder. */
export function feedFile({ id }: SupplierInfo, gzip: boolean): string {
  return `${id}.jsonl${gzip ? '.gz' : ''}`
}

/** Whether `--out` means a folder, and not one file or standard output. */
export function isFolder(out: string): boolean {
  return out !== '-' && !/\.(jsonl|ndjson)(\.gz)?$/i.test(out)
}

/** @throws {CliError} for a folder that holds something, and for what cannot be written. */
export async function createGeneratedOutput(io: Io, options: GeneratedOutputOptions): Promise<GeneratedOutput> {
  return isFolder(options.out) ? await folderOutput(options) : streamOutput(await generatedFile(io, options), options)
}

/**
 * One file, or standard output.
 *
 * @throws {CliError} when there can be no file at the path.
 */
export async function generatedFile(io: Io, { out, gzip }: { out: string; gzip: boolean }): Promise<ExportOutput> {
  if (out === '-') return standardOutput(io)
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new CliError(EXIT.usage, `${out} is a folder, but its name is that of a file; give --out another name.`)
  }
  return await AtomicFile.create(out, { gzip: gzip || out.endsWith('.gz') })
}

/** One stream of all suppliers; each row names its own. */
function streamOutput(output: ExportOutput, { toLine }: GeneratedOutputOptions): GeneratedOutput {
  const lines = new LineWriter(output)
  return {
    write: (records) => lines.write(records.map(toLine).join('')),
    async finish() {
      await lines.flush()
      await output.finish()
    },
    abandon: () => output.discard(),
  }
}

/** One feed for each supplier, and the truth about them. */
async function folderOutput({ out, gzip, suppliers, toLine }: GeneratedOutputOptions): Promise<GeneratedOutput> {
  makeEmptyFolder(out)
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
    async abandon() {
      for (const file of files) await file.discard()
    },
  }
}

/** A folder of feeds is made whole or not at all, so nothing else may be in it. */
function makeEmptyFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found !== undefined && !found.isDirectory()) {
    throw new CliError(EXIT.usage, `${folder} is a file; give --out a folder, or a file that ends in .jsonl.`)
  }
  const [first] = found === undefined ? [] : readdirSync(folder)
  if (first !== undefined) {
    throw new CliError(EXIT.usage, `${folder} holds other files (${first}); give --out a new or an empty folder.`)
  }
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new CliError(
      EXIT.usage,
      `${folder} cannot be made: ${(error as Error).message}; give --out another folder.`,
      {
        cause: error,
      },
    )
  }
}
