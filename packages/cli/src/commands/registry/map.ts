import { resolve } from 'node:path'
import { LIMITS, parseSupplierId } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { FeedError } from '@utpid/feed'
import { checkFiles } from '../../arguments/check-files.ts'
import { checkOutput, type OutputCheck } from '../../command/check-output.ts'
import { type Command, command } from '../../command/command.ts'
import { integer, one, text } from '../../command/option.ts'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { describeFailure } from '../../errors/describe-failure.ts'
import { Annotation } from '../../import/annotation.ts'
import { FEED_OPTIONS, feedReading } from '../../import/read-records.ts'
import { type MapCounts, mapFeed } from '../../matching/map-feed.ts'
import { createMappedOutput, NO_OUTPUT } from '../../matching/mapped-output.ts'
import { openRegistry } from '../../place/open-registry.ts'
import { counted, whole } from '../../text/number-text.ts'
import { printable } from '../../text/printable.ts'

const MAX_WORKERS = 64

export const mapCommand: Command = command({
  name: 'map',
  about: 'Match every line of a file: one answer for each line, in order. Writes nothing to the registry.',
  on: 'place',
  arguments: { file: one('JSON Lines, JSON or CSV, packed with gzip, zstd or zip, or not; "-" for standard input') },
  options: {
    out: text(
      'file',
      'JSON Lines or CSV, by its file extension; "-" for standard output (default: "-", or none with --annotate)',
    ),
    annotate: text(
      'file',
      'write a copy of the file with utpid, confidence, status and reason appended to each row; "-" for standard output',
    ),
    supplier: text('id', 'supplier of inputs without one, so that their codes are recognized'),
    limit: integer('n', 'maximum candidates in each answer (default: 5)', 1, LIMITS.matchesPerResult),
    workers: integer('n', 'threads for matching, for a folder', 1, MAX_WORKERS),
    ...FEED_OPTIONS,
  },
  async run({ place, rules, io, json, given }) {
    const { file, annotate, limit, workers = 0, mapping } = given
    const out = given.out ?? (annotate === undefined ? '-' : undefined)
    const supplier = given.supplier === undefined ? undefined : parseSupplierId(given.supplier)
    if (given.supplier !== undefined && supplier === undefined) {
      throw usageError(`"${given.supplier}" is not a valid supplier id; use letters a-z and digits.`)
    }
    const reading = await feedReading(given)
    checkFiles([file])
    checkAnnotate(annotate, out, { inputs: [file], mapping, data: place })
    if (out !== undefined && out !== '-')
      checkOutput({ option: '--out', path: out, inputs: [file], mapping, data: place })
    if (supplier !== given.supplier) {
      await io.stderr.line(printable(`--supplier "${given.supplier}" is read as ${supplier}.`))
    }
    await using registry = await openRegistry(place, { create: false, notes: io.stderr, batchWorkers: workers, rules })
    const output = out === undefined ? NO_OUTPUT : await createMappedOutput(io, out)
    const target = out ?? annotate ?? '-'
    let counts: MapCounts | undefined
    let annotation: Annotation | undefined
    try {
      annotation = annotate === undefined ? undefined : await Annotation.create(io, { file, out: annotate, reading })
      await mapFeed(registry, io, { file, reading, supplier, limit, output, annotation }, (soFar) => {
        counts = soFar
      })
    } catch (error) {
      // If the feed breaks off, the answers written so far are kept.
      const isKept = out !== undefined && error instanceof FeedError && (counts?.inputs ?? 0) > 0
      if (isKept) await output.finish()
      const isGone = isKept ? false : await output.discard()
      throw withWrittenCount(error, counts, target, isGone)
    } finally {
      await annotation?.close()
    }
    await output.finish()
    if (counts === undefined) return
    if (json && out !== '-' && annotate !== '-')
      await io.stdout.json({ file, ...defined({ out, annotate }), ...counts })
    await io.stderr.line(summary(counts))
  },
})

/** @throws {CliError} for a copy that would replace a file that the command reads or writes. */
function checkAnnotate(
  annotate: string | undefined,
  out: string | undefined,
  files: Omit<OutputCheck, 'option' | 'path'>,
) {
  if (annotate === undefined) return
  if (annotate !== '-') checkOutput({ option: '--annotate', path: annotate, ...files })
  const isSame =
    out !== undefined && (annotate === '-' || out === '-' ? annotate === out : resolve(annotate) === resolve(out))
  if (isSame) throw usageError('--annotate and --out name the same file; use another file for one of them.')
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
