import { LIMITS } from '../../model/limits.ts'
import type { RegistryError } from '../../model/registry-error.ts'
import type { RecordContent } from '../../model/supplier-record.ts'
import { validationError } from '../../model/validation-error.ts'
import { textEncoder } from '../../runtime/environment.ts'
import { ADDED_LIMITS, type FeatureCodec, isHash } from '../codec/added-codecs.ts'
import type { FeatureValue } from '../record-features.ts'

/** A field whose values are features. */
export interface AddedField {
  readonly name: string
  /** An integer of 1 or more. Another version gives another index version. */
  readonly version: number
  readonly feature: {
    /**
     * The form of the feature: a finite number, a text, a list of 32-bit hashes (at most 255), or a list of texts (at
     * most 64). A text has at most 1,000 bytes of UTF-8.
     */
    readonly codec: FeatureCodec
    /** Returns the feature of a parsed value; undefined if the value has none. */
    of(value: unknown): FeatureValue | undefined
  }
}

const HASH_BYTES = 4
const NUMBER_BYTES = 8
/** Bytes next to the name and the value: the length of the name, the codec, and the length of the value. */
const PART_BYTES = 4
const TEXT_LENGTH_BYTES = 2

const encoded = new Uint8Array(ADDED_LIMITS.textBytes)

/** A feature as its codec stores it. */
interface StoredFeature {
  readonly value: FeatureValue
  readonly bytes: number
}

/**
 * Returns the features of added fields by name; undefined if the content has none. Values are cut to the limits of their
 * codec, so that a comparison is the same before and after storing. An empty text or list is no feature. A feature
 * beyond `LIMITS.addedFeatureBytes` is absent.
 *
 * @throws {@link RegistryError} `validation_failed` with the name of the field, if a function of the field throws or
 *   returns a value that its codec cannot store.
 */
export function addedFeatures(
  content: RecordContent,
  fields: readonly AddedField[],
): Readonly<Record<string, FeatureValue>> | undefined {
  let added: Record<string, FeatureValue> | undefined
  let left: number = LIMITS.addedFeatureBytes
  for (const field of fields) {
    const stored = storedFeature(field, (content as Readonly<Record<string, unknown>>)[field.name])
    if (stored === undefined) continue
    const bytes = PART_BYTES + field.name.length + stored.bytes
    if (bytes > left) continue
    left -= bytes
    added ??= {}
    added[field.name] = stored.value
  }
  return added
}

function storedFeature(field: AddedField, value: unknown): StoredFeature | undefined {
  if (value === undefined || value === null) return undefined
  let feature: unknown
  try {
    feature = field.feature.of(value)
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    throw failure(field, `feature.of threw ${reason}`, error)
  }
  if (feature === undefined) return undefined
  const stored = STORE[field.feature.codec](feature)
  if (stored === undefined) throw failure(field, `feature.of returned no value of the codec ${field.feature.codec}`)
  return stored.bytes === 0 ? undefined : stored
}

/** By codec: returns a value as the codec stores it, with 0 bytes if it is empty; undefined for another type. */
const STORE: Readonly<Record<FeatureCodec, (value: unknown) => StoredFeature | undefined>> = {
  number: (value) => (isNumber(value) ? { value, bytes: NUMBER_BYTES } : undefined),
  text: (value) => (typeof value === 'string' ? storedText(value) : undefined),
  hashes: (value) => {
    if (!Array.isArray(value) || !value.every(isHash)) return undefined
    const hashes = value.slice(0, ADDED_LIMITS.hashes)
    return { value: hashes, bytes: hashes.length === 0 ? 0 : 1 + hashes.length * HASH_BYTES }
  },
  texts: (value) => {
    if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) return undefined
    const texts = value.slice(0, ADDED_LIMITS.texts).map(storedText)
    const bytes = texts.reduce((sum, each) => sum + TEXT_LENGTH_BYTES + each.bytes, 0)
    return { value: texts.map((each) => each.value), bytes: texts.length === 0 ? 0 : 1 + bytes }
  },
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

/** Cuts a text between two characters. */
function storedText(text: string): { readonly value: string; readonly bytes: number } {
  const wellFormed = text.toWellFormed()
  const { read, written } = textEncoder.encodeInto(wellFormed, encoded)
  return { value: wellFormed.slice(0, read), bytes: written }
}

function failure({ name, version }: AddedField, problem: string, cause?: unknown): RegistryError {
  return validationError(
    `The field "${name}" (version ${version}) failed: ${problem}. Correct the field, or open the registry with a schema without it.`,
    { cause, details: { field: name, version } },
  )
}
