import { createMemoryStorage } from '@utpid/adapter-memory'
import {
  defaultSchema,
  formatUtpid,
  type Gazetteer,
  type MatchDecision,
  type MatchResult,
  parseInput,
  type Registry,
  type RegistrySchema,
  type Storage,
  type Utpid,
} from '@utpid/core'
import { indexRulesOf, queryKeys } from '@utpid/core/scoring'
import type { RecordId, StoredRecord } from '@utpid/core/storage'
import { defined } from '@utpid/core/storage'
import {
  endKey,
  findCandidates,
  findImportedRecords,
  type LabelledPair,
  type PairEnd,
  recordKey,
  storedFeatures,
} from '@utpid/evaluation'
import { thousandths } from '../../text/number-text.ts'
import { type ImportSourcesOptions, importSources, readSourcesWithNotices } from '../import-sources.ts'
import { NOTICES_SHOWN, readLabels } from '../read-labels.ts'
import { checkSources } from '../read-sources.ts'
import { findGoldPairs, type GoldPair } from './gold-pairs.ts'

export interface EvaluateLinkageOptions extends ImportSourcesOptions {
  /** The feed to import. */
  readonly a: string
  /** The feed whose records are matched one by one. */
  readonly b: string
  /** Labelled pairs with one record of each feed; pairs labelled different are ignored. */
  readonly gold: string
  /** Only pairs of sets whose name starts with this prefix are used. */
  readonly set?: string | undefined
  /** Called with the number of answered records of b. */
  readonly onMapped?: (answered: number) => void
}

/**
 * How well the registry links the records of one feed to the records of another feed, measured with gold pairs. A
 * fraction is null when its denominator is 0.
 */
export interface LinkageEvaluation {
  /** Records of a that were imported. */
  readonly records: number
  /** Records of b; each is counted in exactly one of `links`, `reviews`, `none` and `rejected`. */
  readonly inputs: number
  /**
   * Distinct gold pairs whose two records are in their files. If the registry rejects a record of a pair, the pair
   * counts as not found.
   */
  readonly goldPairs: number
  /** Labels with a record that is missing from its file. No other figure counts these labels. */
  readonly missing: number
  /** Share of the gold pairs whose record of a is a candidate for the record of b, in any round of key lookups. */
  readonly blockingRecall: number | null
  /** Gold pairs whose record of b was decided `match` with the product of a. */
  readonly linked: number
  /** `linked` as a share of the gold pairs. */
  readonly linkedRecall: number | null
  /** Like `linkedRecall`, but a pair also counts if b was decided `review` and the best product is that of a. */
  readonly reviewRecall: number | null
  /** Records of b in gold pairs that were decided `match` with a product that has none of their partners. */
  readonly wrongLinks: number
  /** linked / (linked + wrongLinks). */
  readonly precisionAgainstGold: number | null
  /**
   * Mean number of candidates for a record of b, in both rounds of key lookups together. Rejected records of b do not
   * count.
   */
  readonly candidatesPerInput: number | null
  readonly links: number
  readonly reviews: number
  readonly none: number
  readonly rejected: number
  /** Time to import a and map b, including reading. */
  readonly seconds: number
}

/** The result for one record of b. */
interface Answer {
  readonly decision: MatchDecision | null
  /** The best product of a `match` or a `review`. */
  readonly utpid: Utpid | undefined
  readonly candidates: ReadonlySet<RecordId>
}

type Input = Readonly<Record<string, unknown>>

/** Records of b in one batch; progress is reported between batches. */
const BATCH_SIZE = 500
const MILLISECONDS = 1_000

/**
 * Imports feed a into a registry in memory, matches every record of feed b, and evaluates the answers by gold pairs.
 *
 * Records of b are matched without supplier and code. Two versions of one register have the same suppliers and
 * codes, so the code alone would decide a link.
 *
 * @throws FeedError when a file cannot be read; CliError when an option names a source that neither feed has.
 */
export async function evaluateLinkage(options: EvaluateLinkageOptions): Promise<LinkageEvaluation> {
  const labels = await readLabels([options.gold], '1', options)
  const storage = createMemoryStorage()
  const sources = new Set<string>()
  const inA = new Set<string>()
  const started = performance.now()
  const records = keepKeys(readSourcesWithNotices([options.a], options, sources), inA)
  const registry = await importSources(storage, records, options)
  const inputs = await readInputs(options, sources)
  checkSources(options, sources)
  const answers = await mapInputs(registry, storage, inputs, options)
  const seconds = thousandths((performance.now() - started) / MILLISECONDS)

  const gold = findGoldPairs(labels, inA, answers)
  noticeMissing(gold.missing, options)
  if (gold.repeated > 0) options.onNotice(`${options.gold}: ${gold.repeated} repeated pairs count once.`)
  return {
    records: (await registry.stats()).records.total,
    inputs: answers.size,
    goldPairs: gold.pairs.length,
    missing: gold.missing.length,
    ...(await judgePairs(storage, gold.pairs, answers)),
    ...countAnswers([...answers.values()]),
    seconds,
  }
}

async function* keepKeys(
  records: AsyncIterable<Record<string, unknown>>,
  keys: Set<string>,
): AsyncGenerator<Record<string, unknown>, void> {
  for await (const record of records) {
    keys.add(recordKey(record.supplier, record.code))
    yield record
  }
}

/** Reads the records of b by supplier and code, and removes both fields. If a code repeats, its last record counts. */
async function readInputs(options: EvaluateLinkageOptions, sources: Set<string>): Promise<Map<string, Input>> {
  const inputs = new Map<string, Input>()
  let read = 0
  for await (const { supplier, code, ...input } of readSourcesWithNotices([options.b], options, sources)) {
    read++
    // No gold pair can name a record that has no code. Such a record is matched nevertheless.
    const key = code === undefined ? `line ${read}` : recordKey(supplier, code)
    inputs.set(key, input)
  }
  if (inputs.size < read) {
    options.onNotice(`${read - inputs.size} records of b repeat a code; the last one counts.`)
  }
  return inputs
}

async function mapInputs(
  registry: Registry,
  storage: Storage,
  inputs: ReadonlyMap<string, Input>,
  { gazetteer, schema, signal, onMapped, onNotice }: EvaluateLinkageOptions,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  const entries = [...inputs]
  let rejected = 0
  for (let from = 0; from < entries.length; from += BATCH_SIZE) {
    const chunk = entries.slice(from, from + BATCH_SIZE)
    const asked = chunk.map(([, input]) => input)
    const results = await registry.mapBatch(asked, { limit: 1, ...defined({ signal }) })
    const candidates = await candidatesOf(storage, asked, gazetteer, schema)
    for (const [at, [key]] of chunk.entries()) {
      const { decision, matches, error } = results[at] as MatchResult
      if (error !== undefined && ++rejected <= NOTICES_SHOWN) onNotice(`Record ${from + at + 1} of b: ${error.message}`)
      const best = decision === 'match' || decision === 'review' ? matches[0]?.utpid : undefined
      answers.set(key, { decision, utpid: best, candidates: candidates[at] as ReadonlySet<RecordId> })
    }
    onMapped?.(answers.size)
  }
  if (rejected > 0) onNotice(`${rejected} of ${entries.length} records of b were rejected.`)
  return answers
}

/** Returns the candidates that blocking finds for inputs; none for inputs that a registry rejects. */
async function candidatesOf(
  storage: Storage,
  inputs: readonly Input[],
  gazetteer: Gazetteer,
  schema: RegistrySchema = defaultSchema,
): Promise<ReadonlySet<RecordId>[]> {
  const rules = indexRulesOf(schema)
  const probes = inputs.map((input) => {
    const parsed = parseInput(input, { gazetteer, fields: schema.fields })
    return 'record' in parsed ? queryKeys(storedFeatures(parsed.record, true, gazetteer, schema), rules) : []
  })
  return findCandidates(storage, probes)
}

type PairFigures = Pick<
  LinkageEvaluation,
  'blockingRecall' | 'linked' | 'linkedRecall' | 'reviewRecall' | 'wrongLinks' | 'precisionAgainstGold'
>

async function judgePairs(
  storage: Storage,
  pairs: readonly GoldPair[],
  answers: ReadonlyMap<string, Answer>,
): Promise<PairFigures> {
  const records = await findImportedRecords(
    storage,
    pairs.map(({ a }) => a),
  )
  const judged = pairs.map(({ b }, at) => judgePair(b, records[at], answers))
  const linked = judged.filter(({ found }) => found === 'match').length
  const reviewed = judged.filter(({ found }) => found === 'review').length
  const linkedInputs = new Set(judged.filter(({ decision }) => decision === 'match').map(({ key }) => key))
  for (const { key, found } of judged) if (found !== undefined) linkedInputs.delete(key)
  const wrongLinks = linkedInputs.size
  return {
    blockingRecall: share(judged.filter(({ blocked }) => blocked).length, pairs.length),
    linked,
    linkedRecall: share(linked, pairs.length),
    reviewRecall: share(linked + reviewed, pairs.length),
    wrongLinks,
    precisionAgainstGold: share(linked, linked + wrongLinks),
  }
}

interface JudgedPair {
  readonly key: string
  readonly decision: MatchDecision | null
  /** The match decision, if it names the product of a. */
  readonly found: MatchDecision | undefined
  readonly blocked: boolean
}

/** @param record - The record of a; undefined when the registry rejected it. */
function judgePair(b: PairEnd, record: StoredRecord | undefined, answers: ReadonlyMap<string, Answer>): JudgedPair {
  const key = endKey(b)
  const { decision, utpid, candidates } = answers.get(key) as Answer
  const holder = record?.link === undefined ? undefined : formatUtpid(record.link.productId)
  const isFound = holder !== undefined && holder === utpid
  return {
    key,
    decision,
    found: isFound && decision !== null ? decision : undefined,
    blocked: record !== undefined && candidates.has(record.row.id),
  }
}

type AnswerFigures = Pick<LinkageEvaluation, 'candidatesPerInput' | 'links' | 'reviews' | 'none' | 'rejected'>

function countAnswers(answers: readonly Answer[]): AnswerFigures {
  const count = (wanted: MatchDecision | null): number => answers.filter(({ decision }) => decision === wanted).length
  const rejected = count(null)
  const candidates = answers.reduce((sum, each) => sum + each.candidates.size, 0)
  const mean = share(candidates, answers.length - rejected)
  return {
    candidatesPerInput: mean === null ? null : Math.round(mean * 100) / 100,
    links: count('match'),
    reviews: count('review'),
    none: count('none'),
    rejected,
  }
}

/** Reports labels with missing records. If such labels counted, labels for other files would distort every figure. */
function noticeMissing(missing: readonly LabelledPair[], { gold, onNotice }: EvaluateLinkageOptions): void {
  if (missing.length === 0) return
  for (const { line, a, b } of missing.slice(0, NOTICES_SHOWN)) {
    onNotice(`${gold}:${line}: a and b have no records for ${nameOf(a)} and ${nameOf(b)}.`)
  }
  onNotice(
    `${gold}: ${missing.length} pairs name a record that was not read from its file and are ignored. Use --set to exclude the pairs of other files.`,
  )
}

function nameOf(end: PairEnd): string {
  return 'row' in end ? endKey(end).replace('\u0000', ' ') : `${end.source} ${end.id}`
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
