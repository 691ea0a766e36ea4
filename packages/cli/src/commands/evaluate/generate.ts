import { setImmediate } from 'node:timers/promises'
import type { GeneratedFeeds, GenerateOptions } from '@utpid/generator'
import { type Call, type Command, command, type GivenOptions } from '../../command/command.ts'
import { writeWhole } from '../../command/export-output.ts'
import { byDefault, decimal, flag, integer, oneOf, text } from '../../command/option.ts'
import { usageError } from '../../errors/cli-error.ts'
import type { Io } from '../../io/io.ts'
import { Progress } from '../../progress/progress.ts'
import { counted, whole } from '../../text/number-text.ts'
import { type GeneratedExportCounts, writeGeneratedExport } from './generated-export.ts'
import {
  createGeneratedOutput,
  feedFile,
  type GeneratedOutput,
  generatedFile,
  isFolder,
  TRUTH_FILE,
} from './generated-output.ts'

type GeneratedCounts = Omit<GeneratedExportCounts, 'rejected'>

const RECORDS_DEFAULT = 10_000
const RECORDS_MAX = 1_000_000_000
const SEED_DEFAULT = 1
/** Records between two checks for a stop signal. */
const RECORDS_PER_YIELD = 2_000

const GENERATE_OPTIONS = {
  records: byDefault(integer('n', 'total records', 1, RECORDS_MAX), RECORDS_DEFAULT),
  seed: byDefault(integer('n', 'seed; the same seed gives the same output', 0, Number.MAX_SAFE_INTEGER), SEED_DEFAULT),
  out: byDefault(
    text('place', 'a new folder, a file that ends in .jsonl or .jsonl.gz, or "-" for standard output'),
    '-',
  ),
  gzip: flag('gzip the feeds of a folder'),
  asExport: flag('write an export for "utpid restore": records with keys and features, linked by the truth'),
  suppliers: integer('n', 'number of suppliers (default: 6)', 1, Number.MAX_SAFE_INTEGER),
  mix: oneOf('mix', 'suppliers of a product: "real" 1 to 5, "bedbank" 1 to 8', ['real', 'bedbank']),
  dense: decimal('share', 'share of products that are apartments of dense districts', 0, 1),
}

type GenerateFlags = GivenOptions<typeof GENERATE_OPTIONS>

export const generateCommand: Command = command({
  name: 'generate',
  about: 'Generate feeds of fictitious products, with the truth: which records show the same product.',
  on: 'nothing',
  options: GENERATE_OPTIONS,
  async run(call) {
    const { io, given } = call
    const { out, records, gzip = false, asExport, ...options } = given
    if (gzip && out === '-') {
      throw usageError('--gzip needs --out; for standard output, pipe it through gzip.')
    }
    const { feeds, toJsonLine } = await makeFeeds(options)
    if (asExport === true) {
      const { rejected, ...counts } = await generateExport(io, feeds, given)
      await reportResult(call, given, feeds, counts)
      if (rejected > 0) await io.stderr.line(`${counted(rejected, 'row')} skipped: a registry would reject them.`)
      return
    }
    const output = await createGeneratedOutput(io, { out, gzip, suppliers: feeds.suppliers, toLine: toJsonLine })
    const counts = await writeWhole(output, () => writeRecords(io, feeds, records, output))
    await reportResult(call, given, feeds, counts)
  },
})

async function reportResult(
  { io, json, seconds }: Call,
  flags: GenerateFlags,
  feeds: GeneratedFeeds,
  counts: GeneratedCounts,
): Promise<void> {
  const took = seconds()
  if (json && flags.out !== '-') await io.stdout.json(report(flags, feeds, counts, took))
  await io.stderr.line(summary(flags, feeds, counts, took))
}

async function generateExport(
  io: Io,
  feeds: GeneratedFeeds,
  { out, gzip = false, records: wanted, seed }: GenerateFlags,
): Promise<GeneratedExportCounts> {
  if (isFolder(out)) {
    throw usageError(`An export is one file: use a name that ends in .jsonl or .jsonl.gz for --out, not ${out}.`)
  }
  const output = await generatedFile(io, { out, gzip })
  return await writeWhole(output, () => writeGeneratedExport(io, feeds, { wanted, seed }, output))
}

async function makeFeeds(options: Omit<GenerateOptions, 'products'>): Promise<{
  feeds: GeneratedFeeds
  toJsonLine: typeof import('@utpid/generator')['toJsonLine']
}> {
  // Loaded on demand: almost no other command needs it.
  const { generateFeeds, PRODUCTS_MAX, toJsonLine } = await import('@utpid/generator')
  try {
    return { feeds: generateFeeds({ ...options, products: PRODUCTS_MAX }), toJsonLine }
  } catch (error) {
    if (error instanceof RangeError) throw usageError(`--${error.message}.`, { cause: error })
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
    seconds,
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
