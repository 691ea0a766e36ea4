import { fieldPaths } from '../fields/field-paths.ts'
import { type FieldTable, RECORD_FIELDS } from '../fields/record-fields.ts'
import { validationError } from '../model/validation-error.ts'

/** A survivorship rule, which chooses between the values of one field in a product's records. */
export type SurvivorshipRule =
  /** Chooses the record of the supplier with the highest priority. */
  | 'priority'
  /** Chooses the value of most suppliers. */
  | 'agreement'
  /** Chooses the record with the most fields. */
  | 'completeness'
  /** Chooses the record that was updated last. */
  | 'newest'
  /** Chooses the longest text, or the list with the most entries. */
  | 'longest'
  /** Joins the entries of all lists. Only for lists, and only as the last rule. */
  | 'union'
  /** Chooses the record of the first of these suppliers. */
  | { readonly suppliers: readonly string[] }

/** Survivorship rules in the order in which they apply. If values still tie, the lowest supplier and code decide. */
export interface SurvivorshipRules {
  readonly order: readonly SurvivorshipRule[]
  /**
   * The rules of single fields, by the path of the field: `phone`, `location.city`, `images`. Default: the rules of the
   * field's row in the table of fields, otherwise `order`.
   */
  readonly fields?: Readonly<Record<string, readonly SurvivorshipRule[]>>
}

/** The default rules: supplier priority, then agreement, then completeness, then the newest record. */
export const DEFAULT_SURVIVORSHIP_RULES: SurvivorshipRules = {
  order: ['priority', 'agreement', 'completeness', 'newest'],
}

const RULES: ReadonlySet<unknown> = new Set(['priority', 'agreement', 'completeness', 'newest', 'longest', 'union'])

/**
 * Parses survivorship rules from JSON, such as a file of rules: `{ "order": [...], "fields": { "phone": [...] } }`.
 *
 * @param table - The fields of a record.
 * @throws {@link RegistryError} `validation_failed` with the path of the first wrong rule.
 */
export function parseSurvivorshipRules(json: unknown, table: FieldTable = RECORD_FIELDS): SurvivorshipRules {
  const { order = DEFAULT_SURVIVORSHIP_RULES.order, fields = {}, ...others } = objectOf(json, 'The survivorship rules')
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw wrong(unknown, 'is not a member; use "order" and "fields"')
  const isListByPath = new Map(
    fieldPaths(table).map(({ path, definition }) => [path.join('.'), definition.type.kind === 'list']),
  )
  const parsedFields = Object.entries(objectOf(fields, 'The member "fields" of the survivorship rules')).map(
    ([path, rules]) => {
      const isList = isListByPath.get(path)
      if (isList === undefined) throw wrong(`fields.${path}`, 'is not a field of a record')
      return [path, parseOrder(rules, `fields.${path}`, isList)] as const
    },
  )
  return {
    order: parseOrder(order, 'order', false),
    ...(parsedFields.length === 0 ? {} : { fields: Object.fromEntries(parsedFields) }),
  }
}

function parseOrder(rules: unknown, path: string, isList: boolean): readonly SurvivorshipRule[] {
  if (!Array.isArray(rules) || rules.length === 0) throw wrong(path, 'must be a list of rules')
  const order = rules.map((rule, at) => parseRule(rule, `${path}[${at}]`))
  const seen = new Set(order.map((rule) => JSON.stringify(rule)))
  if (seen.size < order.length) throw wrong(path, 'has a rule twice')
  const unionAt = order.indexOf('union')
  if (unionAt !== -1 && (!isList || unionAt < order.length - 1)) {
    throw wrong(`${path}[${unionAt}]`, '"union" is only for lists, and only the last rule')
  }
  return order
}

function parseRule(rule: unknown, path: string): SurvivorshipRule {
  if (RULES.has(rule)) return rule as SurvivorshipRule
  const { suppliers, ...others } = typeof rule === 'object' && rule !== null ? (rule as { suppliers?: unknown }) : {}
  const isList = Array.isArray(suppliers) && suppliers.length > 0 && suppliers.every((each) => typeof each === 'string')
  if (isList && Object.keys(others).length === 0) return { suppliers: suppliers as string[] }
  throw wrong(path, `must be one of ${[...RULES].join(', ')}, or { "suppliers": ["id", ...] }`)
}

function objectOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw validationError(`${what} must be an object.`)
}

function wrong(path: string, problem: string): Error {
  return validationError(`The survivorship rules are not valid: ${path} ${problem}.`)
}
