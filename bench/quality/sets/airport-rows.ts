import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseInput } from '@utpid/core'
import { isAirportForTraining } from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'
import { type FeedRow, readRows } from '../../feeds/feed-rows.ts'
import { feedPath } from '../../feeds/paris.ts'
import { runUtpid } from '../../harness/child-task.ts'
import { below, type Figure } from '../../harness/row.ts'
import { withFolder } from '../../harness/with-folder.ts'

/** The figures of `utpid evaluate linkage` that are used here. */
type LinkageFigure =
  | 'inputs'
  | 'goldPairs'
  | 'blockingRecall'
  | 'linked'
  | 'linkedRecall'
  | 'reviewRecall'
  | 'links'
  | 'reviews'
type Linkage = Readonly<Record<LinkageFigure, number>>

const IMPORTED = 'airports-geonames'
const MAPPED = 'airports-openflights'

/**
 * Maps one feed of airports onto the other, judged by IATA codes, which are hidden with all other identifiers. Only
 * airports of countries outside the training of the shipped model are used. A link of an airport that the other feed
 * lacks counts as wrong.
 */
export async function airportRows(data: string): Promise<Figure[]> {
  const airports = await heldOut(data)
  const found = await withFolder(async (folder) => {
    const [gold, mapped] = [join(folder, 'gold.jsonl'), join(folder, 'mapped.jsonl')]
    writeFileSync(gold, jsonLines(await goldPairs(data, airports)))
    writeFileSync(mapped, jsonLines(airports.map(({ row }) => row)))
    const files = ['--a', feedPath(data, IMPORTED), '--b', mapped, '--gold', gold]
    return runUtpid<Linkage>(['evaluate', 'linkage', ...files, '--hide', 'ref'])
  })
  const { inputs, goldPairs: pairs, linked, links, reviews } = found
  const reviewF1 = f1(found.reviewRecall * pairs, links + reviews, pairs)
  return below('airports', [
    ['inputs', 'airports: records mapped onto another feed', inputs, 'count'],
    ['gold-pairs', '... that are in it, by IATA code', pairs, 'count'],
    ['blocking-recall', '... found among the candidates', found.blockingRecall, 'fraction'],
    ['f1', 'airports: F1 of links', f1(linked, links, pairs), 'fraction', '>= 0.95'],
    ['precision', '... precision', links === 0 ? null : linked / links, 'fraction'],
    ['recall', '... recall', found.linkedRecall, 'fraction'],
    ['review-f1', 'airports: F1 of links and of the best of each review', reviewF1, 'fraction'],
    ['reviews', '... records put before a person', reviews, 'count'],
  ])
}

function f1(right: number, called: number, positives: number): number | null {
  return called + positives === 0 ? null : (2 * right) / (called + positives)
}

const gazetteer = loadGazetteer()

export interface Airport {
  readonly iata: string
  readonly row: FeedRow
}

function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

/** Returns pairs of records of the two feeds that have the same IATA code. */
async function goldPairs(data: string, mapped: readonly Airport[]): Promise<unknown[]> {
  const endOf = ({ supplier, code }: FeedRow): readonly unknown[] => [supplier, code]
  const imported = new Map((await airportsOf(data, IMPORTED)).map(({ iata, row }) => [iata, row]))
  return mapped.flatMap(({ iata, row }) => {
    const other = imported.get(iata)
    return other === undefined ? [] : [{ a: endOf(other), b: endOf(row), match: 1 }]
  })
}

/** Returns the airports of the matched feed that are reserved for evaluation. */
async function heldOut(data: string): Promise<Airport[]> {
  return (await airportsOf(data, MAPPED)).filter(({ row }) => {
    const parsed = parseInput(row, { gazetteer })
    return 'record' in parsed && !isAirportForTraining(parsed.record.location?.country)
  })
}

/** Returns the airports with an IATA code: the last record of each code. */
export async function airportsOf(data: string, feed: string): Promise<Airport[]> {
  const found = new Map<string, Airport>()
  for (const row of await readRows(feedPath(data, feed))) {
    const { identifiers } = row
    const list = Array.isArray(identifiers) ? (identifiers as { scheme: string; value: string }[]) : []
    const iata = list.find(({ scheme }) => scheme === 'iata')?.value
    if (iata !== undefined) found.set(iata, { iata, row })
  }
  return [...found.values()]
}
