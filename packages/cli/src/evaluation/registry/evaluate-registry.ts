import { createMemoryStorage } from '@utpid/adapter-memory'
import type { ProductId, Storage } from '@utpid/core'
import { PairScorer, shippedTermFrequency } from '@utpid/core/scoring'
import {
  blockedPairs,
  clusterScore,
  connectedRecords,
  findImportedPairs,
  type ImportedPair,
  type LabelledPair,
} from '@utpid/evaluation'
import { type ImportSourcesOptions, importSources, readSourcesWithNotices } from '../import-sources.ts'
import { readLabels } from '../read-labels.ts'
import { checkSources } from '../read-sources.ts'
import { OpenAlerts, productPair } from './open-alerts.ts'
import { type RegistryMisses, registryMisses } from './registry-misses.ts'

export interface EvaluateRegistryOptions extends ImportSourcesOptions {
  readonly feeds: readonly string[]
  readonly positives: readonly string[]
  readonly negatives: readonly string[]
  /** Only labels whose set has a name that starts with this prefix. */
  readonly set?: string | undefined
  /** Maximum wrong pairs of each kind to list. */
  readonly missesListed: number
}

/** Evaluation of a registry of feeds by labelled pairs. A fraction is null when its denominator is 0. */
export interface RegistryEvaluation {
  /** Records imported. */
  readonly records: number
  readonly products: number
  /** Positive pairs with both records imported. */
  readonly positives: number
  /** Labelled pairs, positive or negative, with a record that was not imported. */
  readonly outside: number
  /** Share of the positives whose records have one UTPID. */
  readonly sameUtpid: number | null
  /** The same, including pairs whose two products have an open alert. */
  readonly sameUtpidOrAlert: number | null
  /** Share of the positives whose one record is among the other's candidates, in both rounds of key lookups. */
  readonly blockingRecall: number | null
  /**
   * B-cubed precision of the products, 0 to 1, for the records in positive pairs. Pairs that follow from positive pairs
   * count as true; all other unlabelled pairs count as false.
   */
  readonly clusterPrecision: number | null
  readonly clusterRecall: number | null
  readonly clusterF1: number | null
  /** Negative pairs with both records imported. */
  readonly negatives: number
  /** Share of the negatives whose records have one UTPID. */
  readonly wronglyJoined: number | null
  /** Pairs of products with an open alert, per thousand records. */
  readonly alertsPer1000Records: number | null
  /** Share of pairs with a positive label among pairs of products with an open alert and a labelled pair. */
  readonly labelledAlertPrecision: number | null
  /** Time of the import, including reading. */
  readonly seconds: number
  readonly misses?: RegistryMisses
}

const MILLISECONDS = 1_000

/**
 * Imports feeds into a registry in memory and evaluates it by labelled pairs.
 *
 * @throws FeedError when a file cannot be read; CliError when an option names a source that no feed has.
 */
export async function evaluateRegistry(options: EvaluateRegistryOptions): Promise<RegistryEvaluation> {
  const storage = createMemoryStorage()
  const positives = await readLabels(options.positives, '1', options)
  const negatives = await readLabels(options.negatives, '0', options)
  const started = performance.now()
  const seen = new Set<string>()
  const registry = await importSources(storage, readSourcesWithNotices(options.feeds, options, seen), options)
  checkSources(options, seen)
  const records = (await registry.stats()).records.total
  const seconds = (performance.now() - started) / MILLISECONDS
  return { ...(await judge(storage, records, positives, negatives, options)), seconds: round(seconds, MILLISECONDS) }
}

async function judge(
  storage: Storage,
  records: number,
  positiveLabels: readonly LabelledPair[],
  negativeLabels: readonly LabelledPair[],
  { model, schema, missesListed }: EvaluateRegistryOptions,
): Promise<Omit<RegistryEvaluation, 'seconds'>> {
  const positives = await findImportedPairs(storage, positiveLabels)
  const negatives = await findImportedPairs(storage, negativeLabels)
  const alerts = await OpenAlerts.read(storage)
  const blocked = await blockedPairs(storage, positives.pairs, schema)
  const isAlerted = (pair: ImportedPair): boolean => alerts.has(...productsOf(pair))
  const counters = await storage.ledger.counters()
  return {
    records,
    products: counters.get('products') ?? 0,
    positives: positives.pairs.length,
    outside: positives.outside + negatives.outside,
    sameUtpid: share(positives.pairs, isJoined),
    sameUtpidOrAlert: share(positives.pairs, (pair) => isJoined(pair) || isAlerted(pair)),
    blockingRecall: share(blocked, (found) => found),
    ...clusterFigures(positives.pairs),
    negatives: negatives.pairs.length,
    wronglyJoined: share(negatives.pairs, isJoined),
    alertsPer1000Records: records === 0 ? null : round((alerts.size / records) * 1_000, 100),
    labelledAlertPrecision: alertPrecision(positives.pairs, negatives.pairs, isAlerted),
    ...(missesListed === 0
      ? {}
      : {
          misses: registryMisses(new PairScorer(model, shippedTermFrequency(), schema), missesListed, {
            unblocked: positives.pairs.filter((_, at) => blocked[at] === false),
            apart: positives.pairs.filter((pair) => !isJoined(pair) && !isAlerted(pair)),
            alerted: positives.pairs.filter((pair) => !isJoined(pair) && isAlerted(pair)),
            wronglyJoined: negatives.pairs.filter(isJoined),
            wronglyAlerted: negatives.pairs.filter((pair) => !isJoined(pair) && isAlerted(pair)),
          }),
        }),
  }
}

function clusterFigures(
  pairs: readonly ImportedPair[],
): Pick<RegistryEvaluation, 'clusterPrecision' | 'clusterRecall' | 'clusterF1'> {
  const truths = connectedRecords(pairs.map(({ a, b }) => [a.row.id, b.row.id]))
  const groups = new Map(pairs.flatMap(({ a, b }) => [a, b]).map(({ row, link }) => [row.id, link?.productId]))
  const { precision, recall, f1 } = clusterScore(
    [...truths].map(([record, truth]) => ({ group: groups.get(record), truth })),
  )
  return { clusterPrecision: precision, clusterRecall: recall, clusterF1: f1 }
}

function productsOf({ a, b }: ImportedPair): [ProductId, ProductId] {
  return [a.link?.productId as ProductId, b.link?.productId as ProductId]
}

function isJoined(pair: ImportedPair): boolean {
  const [a, b] = productsOf(pair)
  return a === b
}

function alertPrecision(
  positives: readonly ImportedPair[],
  negatives: readonly ImportedPair[],
  isAlerted: (pair: ImportedPair) => boolean,
): number | null {
  const alertedPairs = (pairs: readonly ImportedPair[]): string[] =>
    pairs.filter(isAlerted).map((pair) => productPair(...productsOf(pair)))
  const right = new Set(alertedPairs(positives))
  const labelled = new Set([...right, ...alertedPairs(negatives)])
  return labelled.size === 0 ? null : right.size / labelled.size
}

function share<T>(list: readonly T[], holds: (each: T) => boolean): number | null {
  return list.length === 0 ? null : list.filter(holds).length / list.length
}

function round(value: number, parts: number): number {
  return Math.round(value * parts) / parts
}
