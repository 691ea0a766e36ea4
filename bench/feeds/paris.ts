import { join } from 'node:path'
import { runUtpid } from '../harness/child-task.ts'
import { type FeedRow, readRows } from './feed-rows.ts'

/** The source whose feed covers all of France. Only its rows in Paris are used. */
export const FRENCH_SOURCE = 'atout-france-2017'
export const FRENCH_FEED = 'france-atout-france-2017'

/** Each feed of the Paris set and the source of its records. */
export const PARIS_FEEDS: readonly { readonly file: string; readonly source: string }[] = [
  { file: 'paris-osm-hotels', source: 'osm' },
  { file: 'paris-datatourisme', source: 'datatourisme' },
  { file: 'paris-atout-france', source: 'atout-france' },
  { file: FRENCH_FEED, source: FRENCH_SOURCE },
]

/** The city whose rows of the French source belong to the set. */
export const PARIS_CITY = 'PARIS'
/** The fields from which the labels were made, and e-mail, which repeats them. With them the measurement would be circular. */
export const PARIS_HIDDEN = 'phone,website,email,ref'

export function feedPath(data: string, file: string): string {
  return join(data, 'feeds', `${file}.jsonl.gz`)
}

export function labelPath(data: string, file: string): string {
  return join(data, 'labels', `${file}.jsonl.gz`)
}

/** Reads the records of the Paris feeds, by source. */
export async function parisRows(data: string): Promise<Map<string, readonly FeedRow[]>> {
  const feeds = new Map<string, readonly FeedRow[]>()
  for (const { file, source } of PARIS_FEEDS) {
    const where = source === FRENCH_SOURCE ? [`city=${PARIS_CITY}`] : []
    feeds.set(source, await readRows(feedPath(data, file), { where }))
  }
  return feeds
}

/** The figures of `utpid evaluate registry` that the benchmarks use. */
type ParisFigure =
  | 'records'
  | 'positives'
  | 'negatives'
  | 'sameUtpid'
  | 'sameUtpidOrAlert'
  | 'blockingRecall'
  | 'clusterPrecision'
  | 'clusterRecall'
  | 'clusterF1'
  | 'wronglyJoined'
  | 'alertsPer1000Records'
  | 'labelledAlertPrecision'

/**
 * Imports the Paris feeds into a registry, without the fields from which the labels were made. Evaluates the registry
 * with the labels.
 *
 * @param more - Further arguments of the command.
 */
export function evaluateParis(data: string, more: readonly string[] = []): Readonly<Record<ParisFigure, number>> {
  const feeds = PARIS_FEEDS.map(({ file }) => feedPath(data, file))
  const positives = labelPath(data, 'positive-pairs')
  const negatives = labelPath(data, 'cross-source-negative-pairs')
  const labels = ['--positives', positives, '--negatives', negatives, '--set', 'paris']
  const rows = ['--where', `${FRENCH_SOURCE}:city=${PARIS_CITY}`, '--hide', PARIS_HIDDEN]
  return runUtpid(['evaluate', 'registry', '--feeds', ...feeds, ...labels, ...rows, ...more])
}
