import { canonicalJson } from '../encoding/canonical-json.ts'
import type { FeatureCodec } from '../features/codec/added-codecs.ts'
import type { FieldTable } from '../fields/record-fields.ts'
import { parseValue } from '../ingest/parse-value.ts'
import { RepairLog } from '../ingest/repairs/repair-log.ts'
import { validationError } from '../model/validation-error.ts'
import { fieldTypeProblem, isFieldName } from './check-field-type.ts'
import { type CustomField, defaultFeature } from './custom-field.ts'
import { isVersion } from './is-name.ts'

/** The names of a record or query that are no fields of its content. */
const OTHER_NAMES: ReadonlySet<string> = new Set(['supplier', 'code', 'ref', 'extra'])
const CODECS: Readonly<Record<FeatureCodec, true>> = { number: true, text: true, hashes: true, texts: true }

/**
 * Checks a custom field. Its type may be wrong, since programs without types call this function.
 *
 * @param taken - The other fields of the schema.
 * @throws {@link RegistryError} `validation_failed` with the name of the field and the problem.
 */
export function checkField(name: string, field: CustomField, taken: FieldTable): void {
  const problem =
    nameProblem(name, taken) ??
    (typeof field === 'object' && field !== null ? definitionProblem(name, field) : 'its definition must be an object')
  if (problem !== undefined) throw validationError(`The field "${name}" is not valid: ${problem}.`)
}

function nameProblem(name: string, taken: FieldTable): string | undefined {
  if (!isFieldName(name)) {
    return 'its name must start with a lower-case letter and have only letters and digits, at most 64 characters'
  }
  return Object.hasOwn(taken, name) || OTHER_NAMES.has(name) ? 'another field has this name' : undefined
}

function definitionProblem(name: string, field: CustomField): string | undefined {
  return (
    textsProblem(field) ??
    fieldTypeProblem(field.type) ??
    mergeProblem(field) ??
    featureProblem(field) ??
    exampleProblem(name, field)
  )
}

function textsProblem(field: CustomField): string | undefined {
  const { version, label, description, aliases = {}, parse } = field
  if (!isVersion(version)) return 'its version must be an integer of 1 or more'
  if (typeof label !== 'string' || label === '') return 'it needs a label'
  if (description !== undefined && typeof description !== 'string') return 'its description must be a text'
  const isFit = typeof aliases === 'object' && aliases !== null
  if (!isFit || !Object.values(aliases).every((names) => typeof names === 'string')) {
    return 'aliases must be an object of texts by language'
  }
  if (parse !== undefined && typeof parse !== 'function') return 'parse must be a function'
  const reserved = ['letter', 'golden'].find((member) => member in field)
  return reserved === undefined ? undefined : `it has ${reserved}, which only fields of utpid have`
}

function mergeProblem({ type, merge, detail }: CustomField): string | undefined {
  if (detail !== undefined && detail !== true) return 'detail must be true or absent'
  if (merge === undefined || merge === 'longest' || merge === 'own') return undefined
  if (merge !== 'union') return 'merge must be "union", "longest" or "own"'
  return type.kind === 'list' ? undefined : 'merge is "union", which is only for lists'
}

function featureProblem({ type, detail, feature }: CustomField): string | undefined {
  if (feature === undefined) return undefined
  if (typeof feature !== 'object' || feature === null) return 'its feature must be an object'
  if (detail === true) return 'it is a detail, and details have no feature'
  const { codec, of } = feature
  if (!Object.hasOwn(CODECS, codec)) return `the codec of its feature must be one of ${Object.keys(CODECS).join(', ')}`
  if (of !== undefined) return typeof of === 'function' ? undefined : 'feature.of must be a function'
  return defaultFeature(type, codec) === undefined
    ? `it needs feature.of, since values of the type ${type.kind} have no default feature of the codec ${codec}`
    : undefined
}

function exampleProblem(name: string, { type, example, parse }: CustomField): string | undefined {
  const log = new RepairLog()
  let parsed: unknown
  try {
    parsed = parseValue(type, parse === undefined ? example : parse(example), name, log)
  } catch {
    parsed = undefined
  }
  const isFit = parsed !== undefined && log.repairs.length === 0 && canonicalJson(parsed) === canonicalJson(example)
  return isFit ? undefined : 'its example must be a value as the parser stores it'
}
