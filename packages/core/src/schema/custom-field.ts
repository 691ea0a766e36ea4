import type { FeatureCodec } from '../features/codec/added-codecs.ts'
import type { FeatureValue } from '../features/record-features.ts'
import type { AddedField } from '../features/rules/added-features.ts'
import type { FieldDefinition, FieldType } from '../fields/field-type.ts'
import { fold } from '../text/fold.ts'

/**
 * A field that an extension adds to a schema. The record parser reads it like the fields of utpid. Without a feature,
 * the registry only stores it.
 */
export interface CustomField extends Omit<FieldDefinition, 'letter' | 'golden'> {
  /**
   * The version, an integer of 1 or more. Increase the version with every change of `parse` or of the feature: the
   * registry then needs a reindex.
   */
  readonly version: number
  /** The feature that comparisons and blocking rules read. A detail has none. */
  readonly feature?: FieldFeature
}

/** The feature of a custom field. */
export interface FieldFeature {
  readonly codec: FeatureCodec
  /**
   * Returns the feature of a parsed value; undefined if the value has none. The function must be deterministic. An
   * exception fails the call with `validation_failed` and the name of the field. Default: for the codec `text`, the
   * folded text; for `number`, the number, or 1 or 0 for a flag; for `texts`, the folded texts of a list.
   */
  of?(value: unknown): FeatureValue | undefined
}

/** Returns the added field of a custom field with a feature; undefined without a feature. */
export function addedFieldOf(name: string, { version, type, feature }: CustomField): AddedField | undefined {
  if (feature === undefined) return undefined
  const { codec } = feature
  const of = feature.of === undefined ? defaultFeature(type, codec) : (value: unknown) => feature.of?.(value)
  return of === undefined ? undefined : { name, version, feature: { codec, of } }
}

/** Returns the default function from values of a type to features of a codec; undefined if there is none. */
export function defaultFeature(type: FieldType, codec: FeatureCodec): AddedField['feature']['of'] | undefined {
  if (codec === 'number' && type.kind === 'number') return (value) => value as number
  if (codec === 'number' && type.kind === 'flag') return (value) => (value === true ? 1 : 0)
  if (codec === 'text' && TEXT_KINDS.has(type.kind)) return (value) => fold(value as string)
  if (codec === 'texts' && type.kind === 'list' && TEXT_KINDS.has(type.items.kind)) {
    return (value) => (value as readonly string[]).map((text) => fold(text)).filter((text) => text !== '')
  }
  return undefined
}

/** The types whose values are texts. */
const TEXT_KINDS: ReadonlySet<FieldType['kind']> = new Set(['text', 'choice', 'date', 'time'])
