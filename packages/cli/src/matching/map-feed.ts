import type { MatchResult, Registry } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { createFeedStats, type FeedItem, type FeedRecord, mappedResult } from '@utpid/feed'
import type { Annotation } from '../import/annotation.ts'
import { type FeedReading, readRecords } from '../import/read-records.ts'
import type { Io } from '../io/io.ts'
import { Progress } from '../progress/progress.ts'
import { secondsSince } from '../text/number-text.ts'
import { type MappedLine, mappedLine } from './mapped-line.ts'
import type { MappedOutput } from './mapped-output.ts'

/** Counts of inputs by decision; `error` counts inputs without a decision. */
export interface MapCounts {
  readonly inputs: number
  readonly match: number
  readonly review: number
  readonly none: number
  readonly error: number
  /** Rows excluded by `--where`. */
  readonly filtered: number
  readonly seconds: number
}

export interface MapFeedOptions {
  readonly file: string
  readonly reading: FeedReading
  /** Supplier of inputs that name none, so that their codes are recognized. */
  readonly supplier: string | undefined
  readonly limit: number | undefined
  readonly output: MappedOutput
  /** The copy of the file for `--annotate`. */
  readonly annotation?: Annotation | undefined
}

/** Small enough that a pipe gets its first answers early. A batch may have ten times as many inputs. */
const SLICE = 1_000

/**
 * Matches every line of a file, in order. The answer to an unreadable line is its error. Memory use does not depend on
 * the size of the file.
 *
 * @param onCounts - Called after each slice is written, with the counts so far.
 * @throws FeedError, or the reason of an abort. The answers counted so far are written.
 */
export async function mapFeed(
  registry: Registry,
  io: Io,
  { file, reading, supplier, limit, output, annotation }: MapFeedOptions,
  onCounts: (counts: MapCounts) => void,
): Promise<void> {
  const started = performance.now()
  const progress = new Progress(io, file)
  const watch = annotation?.watch ?? { stats: createFeedStats() }
  const { stats } = watch
  const decisions = { match: 0, review: 0, none: 0, error: 0 }
  let inputs = 0
  let slice: FeedItem[] = []

  const flush = async (): Promise<void> => {
    const items = slice
    const lines = await answer(items)
    await output.write(lines)
    for (const { decision } of lines) decisions[decision ?? 'error'] += 1
    inputs += lines.length
    slice = []
    await annotate(items, lines)
    progress.records(inputs)
    reportCounts()
  }
  const annotate = async (items: readonly FeedItem[], lines: readonly MappedLine[]): Promise<void> => {
    if (annotation === undefined) return
    for (const [at, item] of items.entries()) {
      const line = lines[at] as MappedLine
      if (!('error' in item)) annotation.answer(mappedResult({ ...line, candidates: line.candidates.length }))
    }
    await annotation.drain()
  }
  const reportCounts = (): void => {
    onCounts({
      inputs,
      ...decisions,
      filtered: stats.filtered,
      seconds: secondsSince(started),
    })
  }
  const answer = async (items: readonly FeedItem[]): Promise<MappedLine[]> => {
    const records = items.filter((item): item is FeedRecord => !('error' in item))
    const results = await registry.mapBatch(
      records.map(({ record }) => (supplier === undefined ? record : { supplier, ...record })),
      {
        signal: io.signal,
        ...defined({ limit }),
        onProgress: (answered) => progress.records(inputs + answered),
      },
    )
    const byItem = new Map<FeedItem, MatchResult>(records.map((item, at) => [item, results[at] as MatchResult]))
    return items.map((item) => mappedLine(item, byItem.get(item)))
  }

  reportCounts()
  try {
    const source = annotation?.source ?? file
    for await (const item of readRecords(io, source, { ...reading, ...watch, onBytes: progress.bytes })) {
      await annotation?.start()
      slice.push(item)
      if (slice.length >= SLICE) await flush()
    }
    await flush()
    await annotation?.finish()
  } catch (error) {
    // If reading breaks off, the lines before are valid.
    if (!io.signal.aborted && slice.length > 0 && slice.length < SLICE) await flush()
    throw error
  } finally {
    progress.stop()
  }
}
