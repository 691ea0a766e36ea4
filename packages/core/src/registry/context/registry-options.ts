import { z } from 'zod'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import type { ShownFieldsPolicy } from '../../golden-record/policy.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { UtpidFormat } from '../../model/utpid.ts'
import type { Clock, Random, Yield } from '../../runtime/environment.ts'
import { parseScoringModel, type ScoringModel } from '../../scoring/scoring-model.ts'
import type { Storage } from '../../storage/storage.ts'

/** What a registry is made of. */
export interface RegistryOptions {
  /** Where the registry lives; closed with it. */
  readonly storage: Storage
  /**
   * What is known about places. Without one, countries are not derived, coordinate repairs
   * cannot be proved, search knows no destinations, and cities are compared by their names alone.
   */
  readonly gazetteer?: Gazetteer
  /**
   * Weights and thresholds; unless given those that the storage is scored by, and the scorecard shipped with core for an
   * empty one. With another one than the storage is scored by, calls that score or write answer `scoring_outdated` until
   * `rescore` is done; the others serve.
   */
  readonly model?: ScoringModel
  /** How shown fields are chosen; priority, agreement, completeness, newest unless given. */
  readonly policy?: ShownFieldsPolicy
  /** Milliseconds since 1970; the system's unless given. */
  readonly clock?: Clock
  /** Random integers of 0 to 2^50 - 1 for new UTPIDs; cryptographic unless given. */
  readonly random?: Random
  /** Lets other work run during long computing; promises only unless given. In a server pass `setImmediate` as a promise. */
  readonly yield?: Yield
  /** How UTPIDs are written; `UTP-XXXXX-XXXXX-C` unless given. */
  readonly format?: UtpidFormat
  /**
   * The rules by which keys and features are made; those of this version of utpid unless given.
   * For tests, and to serve by the old rules while `reindex` moves the storage to new ones.
   */
  readonly rules?: IndexRules
  /**
   * What becomes of a storage that was filled by other rules: `refuse` (unless given), or `open`
   * it so that `reindex` can be run. Until that is done, calls that need keys or features
   * (`match`, `mapBatch`, `import`, `upsert`) answer `index_outdated`; the others serve.
   */
  readonly outdated?: 'refuse' | 'open'
}

/** An object with these methods; that they do what they should shows when they are called. */
function has(methods: readonly string[], example: string): z.ZodType<unknown> {
  const isFit = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function')
  return z.custom<unknown>(isFit, `must have ${methods.join(', ')}${example}`)
}

const isFunction = z.custom<unknown>((value) => typeof value === 'function', 'must be a function')
const isObject = z.custom<unknown>((value) => typeof value === 'object' && value !== null, 'must be an object')
const rulesSchema = z.object({
  version: z.string().min(1),
  salt: z.int().min(0),
  extract: isFunction,
  encode: isFunction,
  decode: isFunction,
})
const schema = z.strictObject({
  storage: z.custom<unknown>(
    (value) => typeof value === 'object' && value !== null && 'ledger' in value && 'index' in value,
    'must be a storage, for example createMemoryStorage() of @utpid/adapter-memory',
  ),
  gazetteer: has(
    ['citiesByName', 'citiesNear', 'airport', 'airportsNear'],
    ', for example loadGazetteer() of @utpid/gazetteer',
  ).optional(),
  model: isObject.optional(),
  policy: z
    .strictObject({
      order: z.array(z.enum(['priority', 'agreement', 'completeness', 'newest'])).min(1),
    })
    .optional(),
  clock: isFunction.optional(),
  random: isFunction.optional(),
  yield: isFunction.optional(),
  format: has(['format', 'parse'], '').optional(),
  rules: rulesSchema.optional(),
  outdated: z.enum(['refuse', 'open']).optional(),
})

/**
 * @throws {@link RegistryError} `validation_failed`, naming the option or the field of the model.
 */
export function checkOptions(options: RegistryOptions): RegistryOptions {
  refuse('createRegistry', schema.safeParse(options))
  return options.model === undefined ? options : { ...options, model: parseScoringModel(options.model) }
}

/**
 * @throws {@link RegistryError} `validation_failed`
 */
export function checkRules(rules: IndexRules): IndexRules {
  refuse('rules', rulesSchema.safeParse(rules))
  return rules
}

function refuse(what: string, { error }: z.ZodSafeParseResult<unknown>): void {
  if (error === undefined) return
  const [issue] = error.issues
  throw new RegistryError('validation_failed', `${what}: ${issue?.path.join('.') || 'options'}: ${issue?.message}`)
}
