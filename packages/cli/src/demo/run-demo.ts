import type { Gazetteer, Product, Registry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import type { FeedReport } from '../import/import-feed.ts'
import { importTable, totalOf } from '../import/import-table.ts'
import type { Io } from '../io/io.ts'
import { indented } from '../render/explanation-text.ts'
import { productText } from '../render/product-text.ts'
import { statsText } from '../render/stats-text.ts'
import { counted, secondsSince } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { cut, LINE_CHARACTERS } from '../text/table.ts'
import { wrapped } from '../text/wrapped.ts'
import { chooseProducts, mostDifferentRecords } from './choose-products.ts'
import { comparedRecords } from './compared-records.ts'
import { demoAlert } from './demo-alert.ts'
import { type DemoFeeds, demoFeeds } from './demo-feeds.ts'
import { openDemoRegistry, sealDemoRegistry } from './demo-folder.ts'
import { demoMap } from './demo-map.ts'
import { demoSearches } from './demo-searches.ts'
import { groundTruth, groundTruthText } from './ground-truth.ts'
import { importDemoFeeds } from './import-demo-feeds.ts'
import { RepairedRecords } from './repaired-records.ts'

const PRODUCTS = 3
const CODE_CHARACTERS = 24

export interface DemoOptions {
  /** The folder of the new registry. */
  readonly data: string
  /** Seed of generated feeds. */
  readonly seed: number
  /** Print only the figures, as one JSON document. */
  readonly json?: boolean
}

/** Runs the demo: imports feeds, shows UTPIDs with explanations, and leaves the registry in a folder. */
export async function runDemo(io: Io, options: DemoOptions): Promise<void> {
  const { data, seed } = options
  const started = performance.now()
  const gazetteer = loadGazetteer()
  const feeds = await demoFeeds(io, seed, gazetteer)
  await using registry = await openDemoRegistry(data)
  if (options.json !== true) await io.stdout.line(feeds.about)
  else await io.stderr.line(feeds.about)
  const repaired = new RepairedRecords()
  const reports = await importDemoFeeds(registry, io, feeds, (file, outcome) => repaired.add(file, outcome))
  await sealDemoRegistry(data, registry)

  if (options.json === true) await printFigures(io, registry, feeds, reports)
  else await reportProgress(io, { registry, gazetteer, feeds, reports, repaired, data })
  await io.stderr.line(`\nDone in ${secondsSince(started).toFixed(0)} s; the registry is in ${data}.`)
}

interface Imported {
  readonly registry: Registry
  readonly gazetteer: Gazetteer
  readonly feeds: DemoFeeds
  readonly reports: readonly FeedReport[]
  readonly repaired: RepairedRecords
  readonly data: string
}

async function reportProgress(
  io: Io,
  { registry, gazetteer, feeds, reports, repaired, data }: Imported,
): Promise<void> {
  const section = async (title: string, text: string): Promise<void> => {
    io.signal.throwIfAborted()
    await io.stdout.write(`\n${title}\n${'-'.repeat(title.length)}\n${text}`)
  }
  await section('Imported feeds', importTable(reports))
  const products = await chooseProducts(registry, PRODUCTS)
  const title = `${counted(products.length, 'product')}, and why their records match`
  await section(title, products.map(explained).join('\n'))
  await section('An alert: two products that may be one', await demoAlert(registry))
  await section('A repaired record', repairText(repaired))
  await section('Searches', await demoSearches(registry, gazetteer, products))
  await section('A batch with names and addresses only', await demoMap(registry))
  if (feeds.generated !== undefined) {
    const truth = await groundTruth(registry, feeds.generated)
    await section('Comparison with the truth (GENERATED feeds)', groundTruthText(truth))
  }
  await section('The registry', statsText(await registry.stats()))
  await section('Next steps', nextSteps(data, products))
}

async function printFigures(
  io: Io,
  registry: Registry,
  { generated }: DemoFeeds,
  reports: readonly FeedReport[],
): Promise<void> {
  await io.stdout.json({
    generated: generated !== undefined,
    feeds: reports,
    total: totalOf(reports),
    truth: generated === undefined ? null : await groundTruth(registry, generated),
    stats: await registry.stats(),
  })
}

function explained(product: Product): string {
  const pair = mostDifferentRecords(product)
  return `${productText(product, { codeCharacters: CODE_CHARACTERS })}${pair === undefined ? '' : `\n${indented(comparedRecords(...pair))}`}`
}

function repairText(repaired: RepairedRecords): string {
  const best = repaired.best()
  if (best === undefined) return 'No record needed a repair.\n'
  const { line, supplier, code, repair } = best
  const lines = [
    `${supplier} ${code} (line ${line}): ${repair.code}`,
    `  ${repair.message}`,
    `  ${repair.field}  before  ${repair.before ?? '-'}`,
    `  ${' '.repeat(repair.field.length)}  after   ${repair.after ?? '-'}`,
  ]
  const counts = repaired.counts().map(([name, count]) => `${name} ${count}`)
  const title = 'all repairs: '
  return `${lines.map((line) => cut(printable(line), LINE_CHARACTERS)).join('\n')}\n${title}${wrapped(counts.join(', '), title.length)}\n`
}

function nextSteps(data: string, products: readonly Product[]): string {
  const flag = data === './utpid-data' ? '' : ` --data ${data}`
  const [product] = products
  const record = product?.records[0]?.record
  const commands =
    product === undefined || record === undefined
      ? []
      : [
          `npx utpid get ${product.utpid}${flag}`,
          `npx utpid locate --supplier ${record.supplier} --code ${shellWord(record.code)}${flag}`,
          `npx utpid match --name ${shellWord(record.name)} --city ${shellWord(record.location?.city ?? '')} --explain${flag}`,
          `npx utpid search ${shellWord(product.name)}${flag}`,
        ]
  const own = [`npx utpid import YOUR-FEED.csv --supplier YOUR-SUPPLIER --data ./my-registry`, 'npx utpid --help']
  return [...commands, ...own].map((command) => `  ${printable(command)}\n`).join('')
}

function shellWord(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `"${text.replace(/["\\$`]/g, '\\$&')}"`
}
