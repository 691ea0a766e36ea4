import type { FeedRepair, RawItem } from '../item/feed-item.ts'
import type { EncodingReport } from '../source/encoding/repair-encoding.ts'
import type { FeedStats } from './feed-stats.ts'

/** Below this confidence, from 0 to 100, the report of a guess says that the guess is uncertain. */
const UNCERTAIN_BELOW = 50

/** Yields rows, and reports a guessed encoding on the first row that was read in it. */
export async function* reportEncoding(
  batches: AsyncIterable<RawItem[]>,
  report: EncodingReport,
  stats: FeedStats,
): AsyncGenerator<RawItem[], void, undefined> {
  let isReported = false
  for await (const items of batches) {
    stats.encoding = report.encoding
    if (!isReported && report.guessed !== undefined) isReported = addRepair(items, report)
    yield items
  }
  stats.encoding = report.encoding
}

/** Adds the repair to the first row with a line in the encoding. Returns false if there is no such row yet. */
function addRepair(items: RawItem[], report: EncodingReport): boolean {
  // A row of CSV may start before the first such line, and end after it.
  const next = items.findIndex(({ line }) => line > report.line)
  const from =
    items[next]?.line === undefined ? items.findIndex(({ line }) => line >= report.line) : Math.max(next - 1, 0)
  for (let at = from; at >= 0 && at < items.length; at++) {
    const item = items[at] as RawItem
    if (!('row' in item)) continue
    items[at] = { ...item, repairs: [...(item.repairs ?? []), repairOf(report)] }
    return true
  }
  return false
}

function repairOf({ guessed, line }: EncodingReport): FeedRepair {
  const { encoding, confidence } = guessed ?? { encoding: 'utf-8', confidence: 0 }
  const certainty =
    confidence < UNCERTAIN_BELOW ? `an uncertain guess, confidence ${confidence} %` : `confidence ${confidence} %`
  return {
    code: 'encoding_guessed',
    message: `The source is not UTF-8; from line ${line} on, such lines are read as ${encoding} (${certainty}). The option encoding sets another.`,
  }
}
