import { LIMITS, parseSupplierId } from '@utpid/core'
import { FeedError } from '@utpid/feed'
import type { Command } from 'commander'
import { checkFiles } from '../../arguments/check-files.ts'
import { checkOutput } from '../../command/check-output.ts'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { describeFailure } from '../../errors/describe-failure.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { addFeedOptions, type FeedFlags, feedReading } from '../../import/read-records.ts'
import type { Io } from '../../io/io.ts'
import { type MapCounts, mapFeed } from '../../matching/map-feed.ts'
import { createMappedOutput } from '../../matching/mapped-output.ts'
import { openRegistry } from '../../place/open-registry.ts'
import { counted, whole } from '../../text/number-text.ts'
import { printable } from '../../text/printable.ts'

const MAX_WORKERS = 64

interface MapFlags extends DataFlags, JsonFlags, FeedFlags {
  readonly out: string
  readonly supplier?: string
  readonly limit?: number
  readonly workers?: number
}

export function addMapCommand(program: Command, io: Io): void {
  const command = program
    .command('map')
    .description('Match every line of a file: one answer for each line, in order. Writes nothing to the registry.')
    .argument('<file>', 'JSON Lines, JSON or CSV, gzipped or not; "-" for standard input')
    .option('--out <file>', 'JSON Lines or CSV, by its file extension; "-" for standard output', '-')
    .option('--supplier <id>', 'supplier of inputs without one, so that their codes are recognized')
    .option('--limit <n>', 'maximum candidates in each answer (default: 5)', wholeNumber(1, LIMITS.matchesPerResult))
    .option('--workers <n>', 'threads for matching, for a folder', wholeNumber(1, MAX_WORKERS))
  addFeedOptions(command)
  addCommonOptions(command).action((file: string, flags: MapFlags) => map(file, flags, io))
}

async function map(file: string, flags: MapFlags, io: Io): Promise<void> {
  const supplier = flags.supplier === undefined ? undefined : parseSupplierId(flags.supplier)
  if (flags.supplier !== undefined && supplier === undefined) {
    throw new CliError(EXIT.usage, `"${flags.supplier}" is not a valid supplier id; use letters a-z and digits.`)
  }
  const reading = await feedReading(flags)
  checkFiles([file])
  if (flags.out !== '-') {
    checkOutput({ option: '--out', path: flags.out, inputs: [file], mapping: flags.mapping, data: flags.data })
  }
  if (supplier !== flags.supplier)
    await io.stderr.line(printable(`--supplier "${flags.supplier}" is read as ${supplier}.`))
  const { workers: batchWorkers } = flags
  const threads = batchWorkers === undefined ? {} : { batchWorkers }
  await using registry = await openRegistry(flags.data, { create: false, ...threads })
  const output = await createMappedOutput(io, flags.out)
  let counts: MapCounts | undefined
  try {
    await mapFeed(registry, io, { file, reading, supplier, limit: flags.limit, output }, (soFar) => {
      counts = soFar
    })
  } catch (error) {
    // If the feed breaks off, the answers written so far are kept.
    const isKept = error instanceof FeedError && (counts?.inputs ?? 0) > 0
    if (isKept) await output.finish()
    const isGone = isKept ? false : await output.discard()
    throw withWrittenCount(error, counts, flags.out, isGone)
  }
  await output.finish()
  if (counts === undefined) return
  if (flags.json === true && flags.out !== '-') await io.stdout.json({ file, out: flags.out, ...counts })
  await io.stderr.write(`${summary(counts)}\n`)
}

function summary({ inputs, match, review, none, error, filtered, seconds }: MapCounts): string {
  const left = filtered > 0 ? `; ${counted(filtered, 'row')} excluded by --where` : ''
  const rate = seconds > 0 ? ` (${whole(Math.round(inputs / seconds))} a second)` : ''
  return `${counted(inputs, 'input')}: ${whole(match)} match, ${whole(review)} review, ${whole(none)} none, ${whole(error)} error${left}; ${seconds.toFixed(1)} s${rate}.`
}

function withWrittenCount(error: unknown, counts: MapCounts | undefined, out: string, isGone: boolean): unknown {
  if (counts === undefined || counts.inputs === 0) return error
  const { exitCode, message } = describeFailure(error)
  // The program that reads the output has closed the pipe: report nothing.
  if (message === undefined || error instanceof CliError) return error
  if (isGone) {
    return new CliError(exitCode, `${message} Nothing was written to ${out}; an earlier file is unchanged.`, {
      cause: error,
    })
  }
  const target = out === '-' ? 'standard output' : out
  const rest = error instanceof FeedError ? '' : '; the rest is missing'
  return new CliError(exitCode, `${message} ${counted(counts.inputs, 'answer')} went to ${target}${rest}.`, {
    cause: error,
  })
}
