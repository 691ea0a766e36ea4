import { join } from 'node:path'
import { readFeed } from '@utpid/feed'

type End = readonly [source: string, id: string, name: string]

/** A labelled pair of records of open feeds. */
export interface KnownPair {
  readonly set: string
  readonly a: End
  readonly b: End
  readonly match: boolean
  /** Fields by which a matching pair was linked. */
  readonly evidence?: readonly string[]
}

/** An excluded set of labels: an inspection has shown that some of its links are wrong. */
const KEPT_OUT = 'singapore'

/**
 * Reads the labelled pairs of open feeds.
 *
 * @param labels - Folder of labelled pairs.
 */
export async function readKnownPairs(labels: string): Promise<KnownPair[]> {
  return [
    ...(await readFile(join(labels, 'positive-pairs.jsonl.gz'), true)),
    ...(await readFile(join(labels, 'hard-negative-pairs.jsonl.gz'), false)),
    ...(await readFile(join(labels, 'cross-source-negative-pairs.jsonl.gz'), false)),
  ]
}

async function readFile(file: string, match: boolean): Promise<KnownPair[]> {
  const known: KnownPair[] = []
  for await (const item of readFeed(file)) {
    if ('error' in item) throw new Error(`${file}:${item.line}: ${item.error.message}`)
    const pair = item.record.extra as unknown as Omit<KnownPair, 'match'>
    if (!pair.set.startsWith(KEPT_OUT)) known.push({ ...pair, match })
  }
  return known
}
