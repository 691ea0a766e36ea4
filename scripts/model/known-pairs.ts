import { join } from 'node:path'
import { readFeed } from '@utpid/feed'

type End = readonly [source: string, id: string, name: string]

/** Two records of open feeds of which it is known whether they are one. */
export interface KnownPair {
  readonly set: string
  readonly a: End
  readonly b: End
  readonly match: boolean
  /** What linked a pair that matches. */
  readonly evidence?: readonly string[]
}

/** Its links hold wrong ones, which were found when they were looked at. */
const KEPT_OUT = 'singapore'

/** @param labels - The folder of labelled pairs. */
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
