import { identifierComparison } from '../../comparison/aspects/identifier-comparison.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import { UNKNOWN_COUNTRY } from '../../geo/unknown-country.ts'
import { identifyingText, type Parsed, parseInput } from '../../ingest/parse-record.ts'
import { compareProducts } from '../../matching/competing-products.ts'
import { decide } from '../../matching/decide.ts'
import { type FoundProducts, findProducts } from '../../matching/find-products.ts'
import { applyOwnCodes, matchByCode } from '../../matching/match-by-code.ts'
import type { ScoredProduct } from '../../matching/scored-product.ts'
import { LIMITS } from '../../model/limits.ts'
import type { Match, MatchMethod, MatchResult } from '../../model/match.ts'
import type { Identifier, MatchInput } from '../../model/supplier-record.ts'
import type { ProductId } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { roundConfidence } from '../../scoring/match-weight.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ProductRow, RecordId } from '../../storage/rows.ts'
import { onOneGeneration, requireRules } from '../context/active-generation.ts'
import { copyData } from '../context/copy-data.ts'
import { parseOptionsOf, type RegistryContext } from '../context/registry-context.ts'
import { readAssigned, withAssigned, withoutAssigned } from '../records/assigned-identifiers.ts'
import { type AnswerContext, batchedReads } from './batched-reads.ts'
import { explainProducts } from './explain-products.ts'
import { findNamesakes } from './find-namesakes.ts'
import { type MatchQuery, matchQueryOf } from './match-query.ts'
import { missingEvidence } from './missing-evidence.ts'
import { tryRepairs } from './try-repairs.ts'

/** The options of `match`. */
export interface MatchOptions {
  /** The maximum number of products in the result: 1 to `LIMITS.matchesPerResult`. Default: 5. */
  readonly limit?: number
  /** The minimum confidence of products in the result: 0 to 1. Default: the model's `review`. */
  readonly minConfidence?: number
  /** If true, each match has an explanation. Default: false. */
  readonly explain?: boolean
}

const DEFAULT_LIMIT = 5

/** Matches inputs independently. Results are in the order of the inputs. */
export async function matchInputs(
  context: RegistryContext,
  inputs: readonly unknown[],
  options: MatchOptions = {},
): Promise<MatchResult[]> {
  const { limit = DEFAULT_LIMIT, minConfidence = context.scorer.model.thresholds.review, explain = false } = options
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMITS.matchesPerResult) {
    throw validationError(`options.limit is ${limit}; it must be an integer of 1 to ${LIMITS.matchesPerResult}`)
  }
  if (!(minConfidence >= 0 && minConfidence <= 1)) {
    throw validationError(`options.minConfidence is ${minConfidence}; it must be 0 to 1`)
  }
  requireRules(context)
  return onOneGeneration(context, (pinned) => matchOnOneGeneration(pinned, inputs, { limit, minConfidence, explain }))
}

/** Matches inputs within a call that already reads from one index generation. */
async function matchOnOneGeneration(
  context: RegistryContext,
  inputs: readonly unknown[],
  options: AnswerOptions,
): Promise<MatchResult[]> {
  return (await answerInputs(context, inputs, options)).map(({ result }) => result)
}

/** A match result with its input. */
export interface AnsweredInput {
  readonly result: MatchResult
  /** The repaired input; undefined if the input was rejected. */
  readonly question: MatchQuery | undefined
}

export async function answerInputs(
  context: RegistryContext,
  inputs: readonly unknown[],
  options: AnswerOptions,
): Promise<AnsweredInput[]> {
  const { gazetteer, active } = context
  const parseOptions = parseOptionsOf(context)
  const parsed = inputs.map((input) => parseInput(input, parseOptions))
  const valid = parsed.filter((each) => 'record' in each)
  const assigned = await readAssignedOfInputs(
    context,
    valid.map(({ record }) => record),
  )
  const questions = valid.map(({ record, repairs }) =>
    matchQueryOf(record, repairs, active.rules, gazetteer, assigned.get(record)),
  )
  await findKnownCodes(context, questions)
  const found = await findProducts(
    questions.map(({ features }) => features),
    context.index,
    context.scorer,
    active.rules,
  )
  const asked = questions.map((question, at) => ({ question, found: found[at] as FoundProducts }))
  const repaired = await tryRepairs(context, asked)
  const gathered: AnswerContext = { ...context, ledger: batchedReads(context.ledger) }
  const named = await findNamesakes(gathered, asked)
  const answers = await Promise.all(
    asked.map(async (each, at): Promise<AnsweredInput> => {
      const tried = repaired[at]
      if (tried !== undefined) {
        const result = await answer(gathered, tried.question, tried.found, options)
        if (result.decision === 'match') return { result, question: tried.question }
      }
      return {
        result: await answer(gathered, each.question, named[at] ?? each.found, options),
        question: each.question,
      }
    }),
  )
  let next = 0
  return parsed.map((each, at) =>
    'record' in each
      ? (answers[next++] as AnsweredInput)
      : { result: invalid(context, each, refOf(inputs[at])), question: undefined },
  )
}

/** Returns the identifiers that the stored concordances give the codes of inputs. */
async function readAssignedOfInputs(
  { ledger }: RegistryContext,
  inputs: readonly MatchInput[],
): Promise<ReadonlyMap<MatchInput, readonly Identifier[]>> {
  const coded = inputs.flatMap((input) => {
    const { supplier, code } = input
    return supplier === undefined || code === undefined ? [] : [{ input, supplier, code }]
  })
  if (coded.length === 0) return new Map()
  const assigned = await readAssigned(ledger, coded)
  return new Map(coded.map(({ input }, at) => [input, assigned[at] ?? []]))
}

async function findKnownCodes({ ledger }: RegistryContext, questions: readonly MatchQuery[]): Promise<void> {
  const coded = questions.filter(({ input }) => input.supplier !== undefined && input.code !== undefined)
  const ids = await readInChunks(
    coded.map(({ input }) => ({ supplier: input.supplier as string, code: input.code as string })),
    (chunk) => ledger.bySupplierCode(chunk),
  )
  const existing = coded.flatMap((each, at) => (ids[at] === undefined ? [] : [{ each, id: ids[at] as RecordId }]))
  const records = await readInChunks(
    existing.map(({ id }) => id),
    (chunk) => ledger.getRecords(chunk),
  )
  existing.forEach(({ each }, at) => {
    const record = records[at]
    if (record?.link !== undefined) each.known = record
  })
}

type AnswerOptions = Required<MatchOptions>

async function answer(
  context: AnswerContext,
  question: MatchQuery,
  found: FoundProducts,
  { limit, minConfidence, explain }: AnswerOptions,
): Promise<MatchResult> {
  const { input, repairs, features, known } = question
  const { scorer, format, ledger, active } = context
  const { thresholds, version } = scorer.model
  // The code keeps a few more products than requested, since a veto of another record of a product changes the order.
  const shortlist = found.products.slice(0, Math.max(LIMITS.candidatesScored, limit))
  const products = new Map<ProductId, ProductRow>()
  const readRows = async (wanted: readonly ScoredProduct[]): Promise<void> => {
    const missing = wanted.flatMap(({ productId }) => (products.has(productId) ? [] : [productId]))
    for (const row of await ledger.getProducts(missing)) if (row !== undefined) products.set(row.id, row)
  }
  // Most products appear in no result. The code reads their rows only for suggestions.
  const minRowConfidence = Math.min(minConfidence, thresholds.review)
  await readRows(shortlist.filter(({ score }) => score.confidence >= minRowConfidence))
  const ranked = (await applyVetoes(context, features, shortlist, products, found)).sort(compareProducts)
  const exact =
    known === undefined
      ? undefined
      : matchByCode(scorer, active.rules, input, withoutAssigned(features, question.assigned), known)
  const best = ranked[0]
  let decided = exact?.decided ?? decide(ranked, thresholds, found.skippedKeys)
  const newCode = exact === undefined && input.supplier !== undefined && input.code !== undefined
  if (newCode && decided.decision === 'match' && best !== undefined) {
    const own = await ledger.getRecords(products.get(best.productId)?.records ?? [])
    decided = applyOwnCodes(scorer, active.rules, input, features, own, decided)
  }

  if (known?.link !== undefined && exact !== undefined) {
    const { productId } = known.link
    const [row] = products.has(productId) ? [] : await ledger.getProducts([productId])
    if (row !== undefined) products.set(productId, row)
    const rest = ranked.filter((each) => each.productId !== productId)
    ranked.splice(0, ranked.length, exact.product, ...rest)
  }

  const shown = ranked
    .filter(({ score }, at) => (at === 0 && exact !== undefined) || score.confidence >= minConfidence)
    .slice(0, limit)
  // Suggestions need the explanation of the best product. A clear match has no suggestions.
  const isClear = decided.decision === 'match'
  const asked = explain ? shown : isClear ? [] : shown.slice(0, 1)
  const explained = await explainProducts(context, withAssigned(input, question.assigned), features, asked)
  const [first] = ranked
  if (!isClear) await readRows(ranked)
  return {
    ref: input.ref ?? null,
    decision: decided.decision,
    method: first === undefined ? null : methodOf(context, features, first, exact !== undefined),
    utpid: decided.decision === 'match' && first !== undefined ? format.format(first.productId) : null,
    confidence: roundConfidence(first?.score.confidence ?? 0),
    thresholds: { match: thresholds.match, review: thresholds.review },
    matches: shown.flatMap((product): Match[] => {
      const row = products.get(product.productId)
      if (row === undefined) return []
      const match = matchOf(context, row, product)
      const explanation = explained.get(product.recordId)
      return [explain && explanation !== undefined ? { ...match, explanation } : match]
    }),
    reason: decided.reason,
    skippedKeys: found.skippedKeys,
    missingEvidence: isClear ? [] : await missingEvidence(context, question, ranked, products, explained, found),
    repairs,
    model: version,
  }
}

const NO_FEATURES: ReadonlyMap<RecordId, RecordFeatures> = new Map()

/** Applies the vetoes of all records of a product. A veto counts even if the best record of the product has no veto. */
async function applyVetoes(
  { ledger, scorer, active }: AnswerContext,
  input: RecordFeatures,
  shortlist: readonly ScoredProduct[],
  products: ReadonlyMap<ProductId, ProductRow>,
  { featuresOf }: FoundProducts,
): Promise<ScoredProduct[]> {
  const likely = shortlist.filter(({ score }) => score.confidence >= scorer.model.thresholds.review)
  const others = likely.flatMap((product) => {
    const ids = (products.get(product.productId)?.records ?? []).filter((id) => id !== product.recordId)
    const met = ids.length === 0 ? NO_FEATURES : featuresOf(product.productId)
    return ids.map((id) => ({ product, id, features: met.get(id) }))
  })
  const unmet = others.flatMap(({ id, features }) => (features === undefined ? [id] : []))
  const stored = await readInChunks(unmet, (chunk) => ledger.getRecords(chunk))
  const records = new Map(stored.map((each, at) => [unmet[at], each]))
  const vetoed = new Map<ScoredProduct, ScoredProduct>()
  others.forEach(({ product, id, features: met }) => {
    const record = records.get(id)
    const features = met ?? (record && active.rules.decode(record.row.features))
    if (features === undefined || vetoed.has(product) || !scorer.isVetoed(input, features)) return
    // The explanation then shows the record with the veto.
    vetoed.set(product, { productId: product.productId, recordId: id, features, score: scorer.score(input, features) })
  })
  return shortlist.map((product) => vetoed.get(product) ?? product)
}

function methodOf(
  { scorer }: Pick<RegistryContext, 'scorer'>,
  features: RecordFeatures,
  best: ScoredProduct,
  byCode: boolean,
): MatchMethod {
  if (byCode) return 'supplier_code'
  const identified = identifierComparison.compare(features, best.features, scorer.terms.bits)
  return identified === 'same' ? 'identifier' : 'model'
}

function matchOf(
  { format, suppliers }: Pick<RegistryContext, 'format' | 'suppliers'>,
  row: ProductRow,
  { score }: ScoredProduct,
): Match {
  return {
    utpid: format.format(row.id),
    name: row.goldenRecord.name,
    category: row.goldenRecord.category,
    location: {
      city: row.goldenRecord.city ?? '',
      country: row.goldenRecord.country ?? UNKNOWN_COUNTRY,
      coordinates: copyData(row.goldenRecord.coordinates ?? null),
    },
    verified: row.verified,
    confidence: roundConfidence(score.confidence),
    suppliers: row.suppliers.map((id) => ({ id, name: suppliers.get(id)?.name ?? id })),
    duplicates: row.duplicates,
  }
}

/** Returns the caller's `ref`, even if the input was rejected. */
function refOf(input: unknown): string | null {
  try {
    if (typeof input !== 'object' || input === null || !('ref' in input)) return null
    return identifyingText(input.ref) ?? null
  } catch {
    return null
  }
}

function invalid({ scorer }: RegistryContext, parsed: Parsed<MatchInput>, ref: string | null): MatchResult {
  const { thresholds, version } = scorer.model
  return {
    ref,
    decision: null,
    method: null,
    utpid: null,
    confidence: 0,
    thresholds: { match: thresholds.match, review: thresholds.review },
    matches: [],
    reason: null,
    skippedKeys: 0,
    missingEvidence: [],
    repairs: parsed.repairs,
    model: version,
    ...('rejection' in parsed ? { error: parsed.rejection } : {}),
  }
}
