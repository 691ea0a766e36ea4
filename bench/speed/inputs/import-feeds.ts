import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GeneratedRecord, generateFeeds, PRODUCTS_MAX, toJsonLine } from '@utpid/generator'

/** As many as a place is made with; twice as many are six more, which know the same products under other codes. */
const SUPPLIERS = 6
/** Products without any record that a registry takes are not counted, so that those beyond begin a little further on. */
const GAP_SHARE = 0.01
const GAP_LEAST = 100
/** Of 1: next to no other number do multiples come as evenly. */
const GOLDEN = 0.618_033_988_75
const ABOUT = 'feeds.json'
const TEXT_LENGTH_MOST = 1_000_000

/** Feeds to import, each of one supplier. */
export interface ImportFeeds {
  /** Names in their folder. */
  readonly files: readonly string[]
  readonly records: number
  /** Of them, records of products that the registry has. */
  readonly known: number
}

/** A record of a feed, and whether the registry has its product. */
export interface FeedRecord {
  readonly record: GeneratedRecord
  readonly isKnown: boolean
}

/**
 * Writes records as JSON Lines, a file for each supplier, as `utpid generate --out FOLDER` does.
 *
 * @param folder - Is made anew.
 */
export function writeImportFeeds(folder: string, records: Iterable<FeedRecord>): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const texts = new Map<string, string>()
  const write = (file: string, text: string): void => appendFileSync(join(folder, file), text)
  let count = 0
  let known = 0
  for (const { record, isKnown } of records) {
    const file = `${record.source}.jsonl`
    const text = (texts.get(file) ?? '') + toJsonLine(record)
    if (text.length > TEXT_LENGTH_MOST) write(file, text)
    texts.set(file, text.length > TEXT_LENGTH_MOST ? '' : text)
    count++
    if (isKnown) known++
  }
  for (const [file, text] of texts) write(file, text)
  const feeds: ImportFeeds = { files: [...texts.keys()], records: count, known }
  writeFileSync(join(folder, ABOUT), JSON.stringify(feeds))
}

/** What {@link writeImportFeeds} wrote. */
export function readImportFeeds(folder: string): ImportFeeds {
  return JSON.parse(readFileSync(join(folder, ABOUT), 'utf8')) as ImportFeeds
}

/** The first records of the world of a seed, as a place is made of them: for an empty registry. */
export function* firstRecords(seed: number, wanted: number): Generator<FeedRecord> {
  const { recordsOf } = generateFeeds({ seed, products: PRODUCTS_MAX, suppliers: SUPPLIERS })
  let left = wanted
  for (let index = 0; left > 0; index++) {
    for (const record of recordsOf(index).slice(0, left)) {
      left--
      yield { record, isKnown: false }
    }
  }
}

/**
 * Records of six suppliers that a place does not know, of the world that it is made of: every second of their products is
 * drawn from all over those that it has, while there are any left, the others are beyond them.
 *
 * @param products - How many the place has.
 */
export function* otherRecords(seed: number, wanted: number, products: number): Generator<FeedRecord> {
  const { suppliers, recordsOf } = generateFeeds({ seed, products: PRODUCTS_MAX, suppliers: 2 * SUPPLIERS })
  const others = new Set(suppliers.slice(SUPPLIERS).map(({ id }) => id))
  const beyond = products + Math.max(GAP_LEAST, Math.ceil(products * GAP_SHARE))
  const step = stepThrough(products)
  let left = wanted
  for (let at = 0; left > 0; at++) {
    const isKnown = at % 2 === 0
    const place = Math.floor(at / 2)
    if (isKnown && place >= products) continue
    const index = isKnown ? (place * step) % products : beyond + place
    for (const record of recordsOf(index)
      .filter(({ source }) => others.has(source))
      .slice(0, left)) {
      left--
      yield { record, isKnown }
    }
  }
}

/** Multiples of it, modulo `count`, are all numbers below `count`, spread from the first on. */
function stepThrough(count: number): number {
  let step = Math.max(1, Math.floor(count * GOLDEN))
  while (commonDivisor(step, count) !== 1) step++
  return step
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}
