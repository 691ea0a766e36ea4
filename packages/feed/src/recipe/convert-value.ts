import type { FieldType } from '@utpid/core/fields'

/** A value without parts. */
export type Scalar = string | number | boolean

/** The settings that change a value, in the order of their use. */
export interface Conversion {
  /** Values that stand for no value. */
  readonly empty?: ReadonlySet<string>
  /** Takes the text after the first occurrence of this separator. A text without it gives no value. */
  readonly after?: string
  /** Takes the text before the first occurrence of this separator, or the whole text. */
  readonly before?: string
  /** Splits the text at this separator; each part is a value. */
  readonly split?: string
  /** Values by code. */
  readonly table?: ReadonlyMap<string, unknown>
  /** The value of a code that the table lacks. Null: no value. Absent: the code goes to `extra`. */
  readonly otherwise?: { readonly value: unknown }
  /** True if a code that the table lacks stays as it is. */
  readonly keep?: boolean
  /** Takes only values of this form. Other values give no value. */
  readonly only?: ValueForm
  /** Takes the first number of a text. */
  readonly number?: boolean
  /** Multiplies the number. */
  readonly times?: number
  readonly prefix?: string
  readonly suffix?: string
}

/** The forms of values that a rule can require. */
export const VALUE_FORMS = ['date', 'time', 'number', 'web', 'letters'] as const
export type ValueForm = (typeof VALUE_FORMS)[number]

/** The result of a conversion that gives no value by intent, for example for a value that stands for none. */
export const NOTHING: unique symbol = Symbol('nothing')

/**
 * Converts a value.
 *
 * @param factor - Multiplies the number, for example by the metres of its unit.
 * @returns A value or a list of values; {@link NOTHING} if the rule gives no value for it by intent; undefined if the
 *   value cannot be converted.
 */
export function convertValue(value: Scalar, conversion: Conversion, factor?: number): unknown {
  const { empty, after, before, split } = conversion
  if (empty?.has(String(value)) === true) return NOTHING
  let part = value
  if (after !== undefined) {
    const at = String(part).indexOf(after)
    if (at === -1) return NOTHING
    part = String(part)
      .slice(at + after.length)
      .trim()
  }
  if (before !== undefined) {
    const at = String(part).indexOf(before)
    if (at !== -1) part = String(part).slice(0, at).trim()
  }
  if (split === undefined) return part === '' ? NOTHING : convertPart(part, conversion, factor)
  const values: unknown[] = []
  for (const text of String(part).split(split)) {
    const trimmed = text.trim()
    const converted =
      trimmed === '' || empty?.has(trimmed) === true ? NOTHING : convertPart(trimmed, conversion, factor)
    if (converted === undefined) return undefined
    if (converted !== NOTHING) values.push(converted)
  }
  return values.length === 0 ? NOTHING : values
}

function convertPart(value: Scalar, conversion: Conversion, factor: number | undefined): unknown {
  const { table, only, number, prefix, suffix } = conversion
  const times = factor ?? conversion.times
  if (only !== undefined && !FORMS[only](String(value))) return NOTHING
  let part: unknown = value
  if (table !== undefined) {
    part = lookUp(value, table, conversion)
    if (part === undefined || part === NOTHING) return part
  }
  if (number === true || times !== undefined) {
    part = numberIn(part)
    if (part === undefined) return undefined
    if (times !== undefined) part = Math.round((part as number) * times * 1e6) / 1e6
  }
  return prefix === undefined && suffix === undefined ? part : `${prefix ?? ''}${part}${suffix ?? ''}`
}

function lookUp(value: Scalar, table: ReadonlyMap<string, unknown>, { otherwise, keep }: Conversion): unknown {
  const found = table.get(String(value))
  if (found === null) return NOTHING
  if (found !== undefined) return found
  if (keep === true) return value
  return otherwise === undefined ? undefined : (otherwise.value ?? NOTHING)
}

function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const digits = /-?\d+(?:[.,]\d+)?/.exec(String(value))?.[0]
  return digits === undefined ? undefined : Number(digits.replace(',', '.'))
}

const FORMS: Readonly<Record<ValueForm, (text: string) => boolean>> = {
  date: (text) => /^\d{4}(?:\D|$)|^\d{8}$/.test(text),
  time: (text) => /^\d{1,2}[:.h]\d{2}/.test(text),
  number: (text) => text !== '' && Number.isFinite(Number(text)),
  web: (text) => /^(?:https?:\/\/|www\.)/i.test(text),
  letters: (text) => /\p{L}/u.test(text),
}

/** Returns a value in the form of its field: numbers become text in a field of text. */
export function shapeValue(value: unknown, type: FieldType | undefined): unknown {
  return type?.kind === 'text' && (typeof value === 'number' || typeof value === 'boolean') ? String(value) : value
}
