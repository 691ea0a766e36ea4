import type { FeatureValue, RecordFeatures } from '../features/record-features.ts'
import { defined } from '../model/defined.ts'
import type { RecordContent } from '../model/supplier-record.ts'
import { validationError } from '../model/validation-error.ts'
import type { CustomComparison } from './custom-comparison.ts'

/** The options of {@link fieldComparison}. */
export interface FieldComparisonOptions<Value extends FeatureValue>
  extends Pick<CustomComparison, 'name' | 'version' | 'description' | 'levels' | 'profiles' | 'bits' | 'vetoes'>,
    Pick<CustomComparison, 'monotoneLevels' | 'cost'> {
  /** The name of the added field. */
  readonly field: string
  /** Compares the features of the field in two records. Returns a level; the order of the records does not matter. */
  compare(left: Value, right: Value): string
  /** Returns the value as text for an explanation. Default: the value of the field as the supplier gives it. */
  show?(content: RecordContent): string | undefined
}

const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/**
 * Returns a comparison of the feature of one added field. The level is `unknown` if a record lacks the feature, or if
 * its feature is an empty text or list; `levels` need not contain `unknown`. Suggestions may name the field.
 *
 * @throws RegistryError `validation_failed` for a wrong name of the field; `extendSchema` checks the rest.
 */
export function fieldComparison<Value extends FeatureValue>(options: FieldComparisonOptions<Value>): CustomComparison {
  const { name, version, field, description, levels, profiles, bits, vetoes, monotoneLevels, cost } = options
  if (typeof field !== 'string' || !FIELD_NAME.test(field) || field in Object.prototype) {
    throw validationError(`The comparison "${name}" is not valid: its field must be the name of an added field.`)
  }
  const featureOf = ({ added }: RecordFeatures): Value | undefined => {
    const value = added?.[field]
    return isEmpty(value) ? undefined : (value as Value)
  }
  return {
    name,
    version,
    description,
    levels: Array.isArray(levels) && levels.at(-1) !== 'unknown' ? [...levels, 'unknown'] : levels,
    profiles,
    ...defined({ bits, vetoes, monotoneLevels, cost }),
    isPresent: (features) => featureOf(features) !== undefined,
    compare: (left, right) => {
      const [one, other] = [featureOf(left), featureOf(right)]
      return one === undefined || other === undefined ? 'unknown' : options.compare(one, other)
    },
    fieldOf: (features) => {
      const value = featureOf(features)
      return value === undefined ? {} : { added: { [field]: value } }
    },
    show: (content) => (options.show === undefined ? shownField(content, field) : options.show(content)),
  }
}

function isEmpty(value: FeatureValue | undefined): boolean {
  return value === undefined || (typeof value !== 'number' && value.length === 0)
}

/** Returns the value of a field as text, from the record or from its unknown fields. */
function shownField(content: RecordContent, field: string): string | undefined {
  const value = Object.hasOwn(content, field) ? (content as Record<string, unknown>)[field] : content.extra?.[field]
  if (value === undefined || value === null || value === '') return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(String).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
