import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseInput } from '@utpid/core'
import { isAirportForTraining } from '@utpid/evaluation'
import { readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { feedPath } from '../../feeds/paris-feeds.ts'
import { barRow, plainRow, type Row } from '../../harness/row.ts'
import { runUtpid } from '../../harness/run-child.ts'

/** The figures of `utpid evaluate linkage` that are used here. */
interface Linkage {
  readonly inputs: number
  readonly goldPairs: number
  readonly blockingRecall: number
  readonly linked: number
  readonly linkedRecall: number
  readonly reviewRecall: number
  readonly links: number
  readonly reviews: number
}

const IMPORTED = 'airports-geonames'
const MAPPED = 'airports-openflights'
const MIN_F1 = 0.95

/**
 * Maps one feed of airports onto the other, judged by IATA codes, which are hidden with all other identifiers. Only
 * airports of countries outside the training of the shipped model are used. A link of an airport that the other feed
 * lacks counts as wrong.
 */
export async function airportRows(data: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-airports-'))
  try {
    const gold = join(folder, 'gold.jsonl')
    writeFileSync(gold, await goldLines(data))
    const mapped = join(folder, 'mapped.jsonl')
    writeFileSync(mapped, (await heldOut(data)).map(({ row }) => `${JSON.stringify(row)}\n`).join(''))
    const files = ['--a', feedPath(data, IMPORTED), '--b', mapped, '--gold', gold]
    return rowsOf(runUtpid(['evaluate', 'linkage', ...files, '--hide', 'ref']) as Linkage)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowsOf(found: Linkage): Row[] {
  const id = (name: string): string => `profiles.airports.${name}`
  const precision = found.links === 0 ? null : found.linked / found.links
  const reviewed = found.reviewRecall * found.goldPairs
  return [
    plainRow(id('inputs'), 'airports: records mapped onto another feed', found.inputs, 'count'),
    plainRow(id('gold-pairs'), '... that are in it, by IATA code', found.goldPairs, 'count'),
    plainRow(id('blocking-recall'), '... found among the candidates', found.blockingRecall, 'fraction'),
    barRow(id('f1'), 'airports: F1 of links', f1(found.linked, found.links, found.goldPairs), 'fraction', [
      '>=',
      MIN_F1,
    ]),
    plainRow(id('precision'), '... precision', precision, 'fraction'),
    plainRow(id('recall'), '... recall', found.linkedRecall, 'fraction'),
    plainRow(
      id('review-f1'),
      'airports: F1 of links and of the best of each review',
      f1(reviewed, found.links + found.reviews, found.goldPairs),
      'fraction',
    ),
    plainRow(id('reviews'), '... records put before a person', found.reviews, 'count'),
  ]
}

function f1(right: number, called: number, positives: number): number | null {
  return called + positives === 0 ? null : (2 * right) / (called + positives)
}

const gazetteer = loadGazetteer()

interface Airport {
  readonly iata: string
  readonly row: Readonly<Record<string, unknown>>
}

/** Returns pairs of records of the two feeds that have the same IATA code. */
async function goldLines(data: string): Promise<string> {
  const imported = new Map((await airports(data, IMPORTED)).map(({ iata, row }) => [iata, endOf(row)]))
  const lines: string[] = []
  for (const { iata, row } of await heldOut(data)) {
    const a = imported.get(iata)
    if (a !== undefined) lines.push(JSON.stringify({ a, b: endOf(row), match: 1 }))
  }
  return `${lines.join('\n')}\n`
}

/** Returns the airports of the matched feed that are reserved for evaluation. */
async function heldOut(data: string): Promise<Airport[]> {
  return (await airports(data, MAPPED)).filter(({ row }) => {
    const parsed = parseInput(row, { gazetteer })
    return 'record' in parsed && !isAirportForTraining(parsed.record.location?.country)
  })
}

/** Returns the airports with an IATA code: the last record of each code. */
async function airports(data: string, feed: string): Promise<Airport[]> {
  const file = feedPath(data, feed)
  const found = new Map<string, Airport>()
  for await (const item of readFeed(file)) {
    if ('error' in item) throw new Error(`${file}:${item.line}: ${item.error.message}`)
    const { identifiers } = item.record
    const list = Array.isArray(identifiers) ? (identifiers as { scheme: string; value: string }[]) : []
    const iata = list.find(({ scheme }) => scheme === 'iata')?.value
    if (iata !== undefined) found.set(iata, { iata, row: item.record })
  }
  return [...found.values()]
}

function endOf({ supplier, code }: Airport['row']): readonly [source: unknown, code: unknown] {
  return [supplier, code]
}
