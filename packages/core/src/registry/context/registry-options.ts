import { z } from 'zod'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import { parseSurvivorshipRules, type SurvivorshipRules } from '../../golden-record/survivorship-rules.ts'
import { TERM_FREQUENCY_MODES, type TermFrequencyMode } from '../../model/term-frequency-count.ts'
import type { UtpidFormat } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import type { Clock, Random, Yield } from '../../runtime/environment.ts'
import { defaultSchema } from '../../schema/default-schema.ts'
import type { RegistrySchema } from '../../schema/registry-schema.ts'
import { parseScoringModel, type ScoringModel } from '../../scoring/scoring-model.ts'
import type { Storage } from '../../storage/storage.ts'

/** The options of `createRegistry`. */
export interface RegistryOptions {
  /** The storage of the registry. Closing the registry also closes the storage. */
  readonly storage: Storage
  /**
   * The source of cities, countries and airports. Without a gazetteer, the registry derives no countries, cannot prove
   * coordinate repairs and compares cities only by name. Search then has no destinations.
   */
  readonly gazetteer?: Gazetteer
  /**
   * Weights and thresholds. Default: the model of the storage, or the hand-set model of core for an empty storage. If
   * the model differs from the storage's model, calls that score or write fail with `model_outdated` until `rescore`
   * is done. Other calls work.
   */
  readonly model?: ScoringModel
  /**
   * The comparisons of each profile, the fields and the blocking rules. Default: the default schema. If the custom
   * comparisons differ from those of the storage's model, calls that score or write fail with `model_outdated` until
   * `rescore` is done, as for another model. If the features of custom fields or the custom blocking rules differ, the
   * storage is outdated as with other `rules`.
   */
  readonly schema?: RegistrySchema
  /** The survivorship rules, for all fields and for single fields. Default: priority, agreement, completeness, newest. */
  readonly survivorshipRules?: SurvivorshipRules
  /**
   * When the registry counts the words of its records, which sets their weight. With `automatic`, an import ends with a
   * count and a rescore if a new term-frequency version is due, see `Registry.countTermFrequencies`. With
   * `manual`, only commands count. Default: `automatic`.
   */
  readonly termFrequencies?: TermFrequencyMode
  /** A function that returns milliseconds since 1970. Default: the system clock. */
  readonly clock?: Clock
  /** A function that returns random integers of 0 to 2^50 - 1 for new UTPIDs. Default: cryptographic random numbers. */
  readonly random?: Random
  /**
   * A function that lets other tasks run during long computations. Default: a resolved promise. In a server, pass
   * `setImmediate` as a promise.
   */
  readonly yield?: Yield
  /** The notation of UTPIDs. Default: `UTP-XXXXX-XXXXX-C`. */
  readonly format?: UtpidFormat
  /**
   * The rules for keys and features. Default: the rules of the schema. Pass other rules in tests, or to use
   * a storage with its old rules until `reindex` moves the storage to new rules.
   */
  readonly rules?: IndexRules
  /**
   * The reaction to a storage that was filled with other rules: fail (`reject`), or open the storage (`open`) so that
   * `reindex` can run. Until the reindex is done, calls that need keys or features (`match`, `mapBatch`, `import`,
   * `upsert`) fail with `index_outdated`. Other calls work. Default: `reject`.
   */
  readonly outdated?: 'reject' | 'open'
}

/** Returns the schema of an object with the given methods. The schema does not check the behaviour of the methods. */
function withMethods(methods: readonly string[], example: string): z.ZodType<unknown> {
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
  blockingRules: z.array(isObject),
  extract: isFunction,
  encode: isFunction,
  decode: isFunction,
})
const optionsSchema = z.strictObject({
  storage: z.custom<unknown>(
    (value) => typeof value === 'object' && value !== null && 'ledger' in value && 'index' in value,
    'must be a storage, for example createMemoryStorage() of @utpid/adapter-memory',
  ),
  gazetteer: withMethods(
    ['citiesByName', 'citiesNear', 'airport', 'airportsNear'],
    ', for example loadGazetteer() of @utpid/gazetteer',
  ).optional(),
  model: isObject.optional(),
  schema: z
    .custom<unknown>(
      (value) =>
        typeof value === 'object' &&
        value !== null &&
        ['comparisons', 'profiles', 'fields', 'addedFields', 'blockingRules'].every((member) => member in value),
      'must be a schema, for example of extendSchema()',
    )
    .optional(),
  survivorshipRules: isObject.optional(),
  termFrequencies: z.enum(TERM_FREQUENCY_MODES, 'must be automatic or manual').optional(),
  clock: isFunction.optional(),
  random: isFunction.optional(),
  yield: isFunction.optional(),
  format: withMethods(['format', 'parse'], '').optional(),
  rules: rulesSchema.optional(),
  outdated: z.enum(['reject', 'open']).optional(),
})

/**
 * Checks the options of a registry.
 *
 * @throws {@link RegistryError} `validation_failed` with the name of the option, or of the field of the model.
 */
export function checkOptions(options: RegistryOptions): RegistryOptions {
  rejectInvalid('createRegistry', optionsSchema.safeParse(options))
  const { model, schema = defaultSchema, survivorshipRules } = options
  return {
    ...options,
    ...(model === undefined ? {} : { model: parseScoringModel(model, schema) }),
    ...(survivorshipRules === undefined
      ? {}
      : { survivorshipRules: parseSurvivorshipRules(survivorshipRules, schema.fields) }),
  }
}

/**
 * Checks index rules.
 *
 * @throws {@link RegistryError} `validation_failed`
 */
export function checkRules(rules: IndexRules): IndexRules {
  rejectInvalid('rules', rulesSchema.safeParse(rules))
  return rules
}

function rejectInvalid(what: string, { error }: z.ZodSafeParseResult<unknown>): void {
  if (error === undefined) return
  const [issue] = error.issues
  throw validationError(`${what}: ${issue?.path.join('.') || 'options'}: ${issue?.message}`)
}
