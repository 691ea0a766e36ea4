import { setImmediate } from 'node:timers/promises'
import type { GeneratedFeeds, GenerateOptions } from '@utpid/generator'
import { type Command, Option } from 'commander'
import { addDebugOption, decimalNumber, type JsonFlags, jsonOption, wholeNumber } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { Progress } from '../../progress/progress.ts'
import { counted, thousandths, whole } from '../../text/number-text.ts'
import { type GeneratedExportCounts, writeGeneratedExport } from './generated-export.ts'
import {
  createGeneratedOutput,
  feedFile,
  type GeneratedOutput,
  generatedFile,
  isFolder,
  TRUTH_FILE,
} from './generated-output.ts'

interface GenerateFlags extends JsonFlags {
  readonly records: number
  readonly seed: number
  readonly out: string
  readonly gzip?: boolean
  readonly asExport?: boolean
  readonly suppliers?: number
  readonly mix?: 'real' | 'bedbank'
  readonly dense?: number
}

/** Counts of the written output. */
interface GeneratedCounts {
  readonly records: number
  /** Real products that have at least one record. */
  readonly products: number
  readonly bySupplier: ReadonlyMap<string, number>
}

const RECORDS_DEFAULT = 10_000
const RECORDS_MAX = 1_000_000_000
const SEED_DEFAULT = 1
/** Records between two checks for a stop signal. */
const RECORDS_PER_YIELD = 2_000

export function addGenerateCommand(program: Command, io: Io): void {
  const command = program
    .command('generate')
    .description('Generate feeds of fictitious products, with the truth: which records show the same product.')
    .option('--records <n>', 'total records', wholeNumber(1, RECORDS_MAX), RECORDS_DEFAULT)
    .option(
      '--seed <n>',
      'seed; the same seed gives the same output',
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
      SEED_DEFAULT,
    )
    .option('--out <place>', 'a new folder, a file that ends in .jsonl or .jsonl.gz, or "-" for standard output', '-')
    .option('--gzip', 'gzip the feeds of a folder')
    .option('--as-export', 'write an export for "utpid restore": records with keys and features, linked by the truth')
    .option('--suppliers <n>', 'number of suppliers (default: 6)', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .addOption(
      new Option('--mix <mix>', 'suppliers of a product: "real" 1 to 5, "bedbank" 1 to 8').choices(['real', 'bedbank']),
    )
    .option('--dense <share>', 'share of products that are apartments of dense districts', decimalNumber(0, 1))
    .addOption(jsonOption())
  addDebugOption(command).action((flags: GenerateFlags) => generate(flags, io))
}

async function generate(flags: GenerateFlags, io: Io): Promise<void> {
  const { out, records, gzip = false } = flags
  if (gzip && out === '-') {
    throw new CliError(EXIT.usage, '--gzip needs --out; for standard output, pipe it through gzip.')
  }
  const { feeds, toJsonLine } = await makeFeeds(flags)
  const started = performance.now()
  if (flags.asExport === true) {
    const { rejected, ...counts } = await generateExport(io, feeds, flags)
    await reportProgress(io, flags, feeds, counts, started)
    if (rejected > 0) await io.stderr.line(`${counted(rejected, 'row')} skipped: a registry would reject them.`)
    return
  }
  const output = await createGeneratedOutput(io, { out, gzip, suppliers: feeds.suppliers, toLine: toJsonLine })
  let counts: GeneratedCounts
  try {
    counts = await writeRecords(io, feeds, records, output)
    await output.finish()
  } catch (error) {
    await output.discard()
    throw error
  }
  await reportProgress(io, flags, feeds, counts, started)
}

async function reportProgress(
  io: Io,
  flags: GenerateFlags,
  feeds: GeneratedFeeds,
  counts: GeneratedCounts,
  started: number,
): Promise<void> {
  const seconds = (performance.now() - started) / 1000
  if (flags.json === true && flags.out !== '-') await io.stdout.json(report(flags, feeds, counts, seconds))
  await io.stderr.line(summary(flags, feeds, counts, seconds))
}

async function generateExport(
  io: Io,
  feeds: GeneratedFeeds,
  { out, gzip = false, records: wanted, seed }: GenerateFlags,
): Promise<GeneratedExportCounts> {
  if (isFolder(out)) {
    throw new CliError(
      EXIT.usage,
      `An export is one file: use a name that ends in .jsonl or .jsonl.gz for --out, not ${out}.`,
    )
  }
  const output = await generatedFile(io, { out, gzip })
  try {
    const counts = await writeGeneratedExport(io, feeds, { wanted, seed }, output)
    await output.finish()
    return counts
  } catch (error) {
    await output.discard()
    throw error
  }
}

async function makeFeeds({ seed, suppliers, mix, dense }: GenerateFlags): Promise<{
  feeds: GeneratedFeeds
  toJsonLine: typeof import('@utpid/generator')['toJsonLine']
}> {
  // Loaded on demand: almost no other command needs it.
  const { generateFeeds, PRODUCTS_MAX, toJsonLine } = await import('@utpid/generator')
  const options: GenerateOptions = {
    seed,
    products: PRODUCTS_MAX,
    ...(suppliers === undefined ? {} : { suppliers }),
    ...(mix === undefined ? {} : { mix }),
    ...(dense === undefined ? {} : { dense }),
  }
  try {
    return { feeds: generateFeeds(options), toJsonLine }
  } catch (error) {
    if (error instanceof RangeError) throw new CliError(EXIT.usage, `--${error.message}.`, { cause: error })
    throw error
  }
}

/** Writes the first `wanted` records, product by product. Memory use does not depend on their number. */
async function writeRecords(
  io: Io,
  feeds: GeneratedFeeds,
  wanted: number,
  output: GeneratedOutput,
): Promise<GeneratedCounts> {
  const progress = new Progress(io, 'records')
  const bySupplier = new Map(feeds.suppliers.map(({ id }) => [id, 0]))
  let written = 0
  let products = 0
  let nextTurn = 0
  try {
    for (let index = 0; written < wanted; index++) {
      const records = feeds.recordsOf(index).slice(0, wanted - written)
      if (records.length === 0) continue
      await output.write(records, index)
      for (const { source } of records) bySupplier.set(source, (bySupplier.get(source) ?? 0) + 1)
      written += records.length
      products++
      if (written < nextTurn) continue
      nextTurn = written + RECORDS_PER_YIELD
      // Generation reads no input, so progress is measured in records.
      progress.bytes(written, wanted)
      progress.records(written)
      await setImmediate()
      io.signal.throwIfAborted()
    }
  } finally {
    progress.stop()
  }
  return { records: written, products, bySupplier }
}

function report(
  { out, seed, gzip = false }: GenerateFlags,
  { suppliers }: GeneratedFeeds,
  { records, products, bySupplier }: GeneratedCounts,
  seconds: number,
): object {
  const inFolder = isFolder(out)
  return {
    out,
    seed,
    records,
    products,
    suppliers: suppliers.map((supplier) => ({
      supplier: supplier.id,
      name: supplier.name,
      ...(inFolder ? { file: feedFile(supplier, gzip) } : {}),
      records: bySupplier.get(supplier.id) ?? 0,
    })),
    ...(inFolder ? { truth: TRUTH_FILE } : {}),
    seconds: thousandths(seconds),
  }
}

function summary(
  { out, seed }: GenerateFlags,
  { suppliers }: GeneratedFeeds,
  { records, products }: GeneratedCounts,
  seconds: number,
): string {
  const place = out === '-' ? '' : isFolder(out) ? `, in ${out} with ${TRUTH_FILE}` : `, in ${out}`
  const rate = seconds > 0 ? ` (${whole(Math.round(records / seconds))} a second)` : ''
  return `${counted(records, 'record')} of ${counted(products, 'product')} by ${counted(suppliers.length, 'supplier')}, seed ${seed}${place}; ${seconds.toFixed(1)} s${rate}.`
}
