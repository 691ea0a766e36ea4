import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { GeneratedRecord, SupplierInfo } from '@utpid/generator'
import { CliError } from './cli-error.ts'
import { EXIT } from './exit-codes.ts'
import { FileWriter } from './file-writer.ts'
import type { Io } from './io.ts'

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

/** Characters that are gathered before they are written. */
const CHUNK_CHARACTERS = 65_536
const PARTIAL = '.part'

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
  if (options.out === '-') return streamOutput(io.stdout, options)
  return isFolder(options.out) ? await folderOutput(options) : await fileOutput(options)
}

/** One stream of all suppliers; each row names its own. */
function streamOutput(target: Pick<FileWriter, 'write'>, { toLine }: GeneratedOutputOptions): GeneratedOutput {
  const chunk = new Chunk(target)
  return {
    write: (records) => chunk.add(records.map(toLine).join('')),
    finish: () => chunk.flush(),
    abandon: async () => {},
  }
}

async function fileOutput(options: GeneratedOutputOptions): Promise<GeneratedOutput> {
  const file = await PartialFile.create(options.out, options.gzip || options.out.endsWith('.gz'))
  const stream = streamOutput(file.writer, options)
  return {
    write: stream.write,
    finish: async () => {
      await stream.finish()
      await file.finish()
    },
    abandon: () => file.abandon(),
  }
}

/** One feed for each supplier, and the truth about them. */
async function folderOutput({ out, gzip, suppliers, toLine }: GeneratedOutputOptions): Promise<GeneratedOutput> {
  makeEmptyFolder(out)
  const files = new Map<string, PartialFile>()
  for (const supplier of suppliers) {
    files.set(supplier.id, await PartialFile.create(join(out, feedFile(supplier, gzip)), gzip))
  }
  const truth = await PartialFile.create(join(out, TRUTH_FILE), false)
  const all = [...files.values(), truth]
  return {
    async write(records, product) {
      for (const record of records) {
        const { source, sourceId } = record
        await files.get(source)?.chunk.add(toLine(record))
        await truth.chunk.add(`${JSON.stringify({ source, sourceId, product })}\n`)
      }
    },
    async finish() {
      for (const file of all) await file.finish()
    },
    async abandon() {
      for (const file of all) await file.abandon()
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

/** Text that is written in larger pieces. */
class Chunk {
  readonly #target: Pick<FileWriter, 'write'>
  #text = ''

  constructor(target: Pick<FileWriter, 'write'>) {
    this.#target = target
  }

  async add(text: string): Promise<void> {
    this.#text += text
    if (this.#text.length >= CHUNK_CHARACTERS) await this.flush()
  }

  async flush(): Promise<void> {
    const text = this.#text
    this.#text = ''
    if (text !== '') await this.#target.write(text)
  }
}

/** A file that has its name only once it is whole. */
class PartialFile {
  readonly #path: string
  readonly writer: FileWriter
  readonly chunk: Chunk
  #isDone = false

  private constructor(path: string, writer: FileWriter) {
    this.#path = path
    this.writer = writer
    this.chunk = new Chunk(writer)
  }

  static async create(path: string, gzip: boolean): Promise<PartialFile> {
    if (existsSync(path) && statSync(path).isDirectory()) {
      throw new CliError(EXIT.usage, `${path} is a folder, but its name is that of a file; give --out another name.`)
    }
    return new PartialFile(path, await FileWriter.create(`${path}${PARTIAL}`, { gzip, name: path }))
  }

  async finish(): Promise<void> {
    await this.chunk.flush()
    await this.writer.close()
    this.#isDone = true
    await rename(`${this.#path}${PARTIAL}`, this.#path)
  }

  async abandon(): Promise<void> {
    // What went wrong before is what is said.
    if (!this.#isDone) await this.writer.close().catch(() => {})
    rmSync(`${this.#path}${PARTIAL}`, { force: true })
  }
}
