import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GeneratedRecord, generateFeeds, PRODUCTS_MAX, toJsonLine } from '@utpid/generator'

/**
 * The number of suppliers of a generated registry. With twice as many, there are six more suppliers, with the same
 * products under other codes.
 */
const SUPPLIERS = 6
/** Products without an accepted record are not counted, so new products start a little further on. */
const GAP_SHARE = 0.01
const MIN_GAP = 100
/** The golden ratio: its multiples are the most evenly distributed modulo 1. */
const GOLDEN = 0.618_033_988_75
const ABOUT = 'feeds.json'
const MAX_TEXT_LENGTH = 1_000_000

/** Feeds to import, each of one supplier. */
export interface ImportFeeds {
  /** File names in their folder. */
  readonly files: readonly string[]
  readonly records: number
  /** Number of records whose product is already in the registry. */
  readonly known: number
}

/** A record of a feed, and whether the registry has its product. */
export interface FeedRecord {
  readonly record: GeneratedRecord
  readonly isKnown: boolean
}

/**
 * Writes records as JSON Lines, a file for each supplier, like `utpid generate --out FOLDER`.
 *
 * @param folder - Deleted and created again.
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
    if (text.length > MAX_TEXT_LENGTH) write(file, text)
    texts.set(file, text.length > MAX_TEXT_LENGTH ? '' : text)
    count++
    if (isKnown) known++
  }
  for (const [file, text] of texts) write(file, text)
  const feeds: ImportFeeds = { files: [...texts.keys()], records: count, known }
  writeFileSync(join(folder, ABOUT), JSON.stringify(feeds))
}

/** Reads the description written by {@link writeImportFeeds}. */
export function readImportFeeds(folder: string): ImportFeeds {
  return JSON.parse(readFileSync(join(folder, ABOUT), 'utf8')) as ImportFeeds
}

/** Returns the first records of a seed, like those of a generated registry. For an empty registry. */
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
 * Returns records of the same seed from six suppliers that a generated registry does not have. Every second product is
 * one of the registry's products, as long as there are unused ones; the others are new.
 *
 * @param products - Number of products in the registry.
 */
export function* otherRecords(seed: number, wanted: number, products: number): Generator<FeedRecord> {
  const { suppliers, recordsOf } = generateFeeds({ seed, products: PRODUCTS_MAX, suppliers: 2 * SUPPLIERS })
  const others = new Set(suppliers.slice(SUPPLIERS).map(({ id }) => id))
  const beyond = products + Math.max(MIN_GAP, Math.ceil(products * GAP_SHARE))
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

/** Returns a step whose multiples modulo `count` cover all numbers below `count`, evenly from the start. */
function stepThrough(count: number): number {
  let step = Math.max(1, Math.floor(count * GOLDEN))
  while (commonDivisor(step, count) !== 1) step++
  return step
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}
