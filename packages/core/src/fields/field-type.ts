/** The type of a field's values, as plain data. Parsers, JSON Schemas, command options and forms follow from it. */
export type FieldType =
  | TextType
  | NumberType
  | FlagType
  | ChoiceType
  | DateType
  | TimeType
  | CoordinatesType
  | ListType
  | ObjectType

/** A text. */
export interface TextType {
  readonly kind: 'text'
  /** The maximum number of characters. A longer text is cut, and the cut is reported. */
  readonly maxCharacters: number
  /** True if the text must have a character that is not white space. */
  readonly isFilled?: true
  /** A regular expression that the text must match, for the JSON Schema. */
  readonly pattern?: string
  /** The form of the text. A text of another form is removed, and the removal is reported. */
  readonly form?: TextForm
}

/** The form of a text: the name of something, a category, a country, an e-mail, telephone or web address. */
export type TextForm = 'name' | 'category' | 'country' | 'email' | 'phone' | 'web'

/** A number of a range. */
export interface NumberType {
  readonly kind: 'number'
  readonly min: number
  readonly max: number
  /** The step between values: 1 for whole numbers. Default: any value of the range. */
  readonly step?: number
  /** The unit of the number, such as `minutes`. */
  readonly unit?: string
}

/** A boolean. */
export interface FlagType {
  readonly kind: 'flag'
}

/** One of several words. */
export interface ChoiceType {
  readonly kind: 'choice'
  readonly values: readonly string[]
}

/** A date: `2026-11-27`, `2026-11` or `2026`. */
export interface DateType {
  readonly kind: 'date'
}

/** A time of day on the 24-hour clock: `15:00`. */
export interface TimeType {
  readonly kind: 'time'
}

/** A point: latitude, then longitude, in degrees. */
export interface CoordinatesType {
  readonly kind: 'coordinates'
}

/** A list of values of one type. */
export interface ListType {
  readonly kind: 'list'
  /** The maximum number of entries. Further entries are removed, and the removal is reported. */
  readonly maxEntries: number
  readonly items: FieldType
}

/** An object with fields. */
export interface ObjectType {
  readonly kind: 'object'
  readonly fields: Readonly<Record<string, MemberDefinition>>
  /** The fields without which the object has no use. */
  readonly required: readonly string[]
  /** The field that a text in place of the object gives. */
  readonly textField?: string
}

/** The definition of a field of an object. */
export interface MemberDefinition {
  readonly type: FieldType
  /** The name of the field for people. */
  readonly label: string
  /** One or two sentences for readers of the API. */
  readonly description?: string
  /** A value as the record parser stores it. */
  readonly example: unknown
  /** The names under which suppliers send the field. */
  readonly aliases?: FieldAliases
  /** The letter of the field in stored rows. A field without a letter is stored under its name. */
  readonly letter?: string
  /** True if the golden record has the field, and a person can pin it. */
  readonly golden?: true
  /** True if no comparison reads the field. It is stored apart from the record and read on demand. */
  readonly detail?: true
  /**
   * How a product chooses its value of a field outside the golden record. `union`: the entries of all records.
   * `longest`: the longest value of the preferred suppliers. `own`: not at all, since the value describes the supplier's
   * code. Default: by the survivorship rules.
   */
  readonly merge?: 'union' | 'longest' | 'own'
}

/** The definition of a field of a record. */
export interface FieldDefinition extends MemberDefinition {
  /**
   * Converts the value of a supplier before the parser of the type reads it. The function must return its own results
   * unchanged. If it returns undefined or throws, the value is removed, and the removal is reported.
   */
  parse?(value: unknown): unknown
}

/**
 * The names under which suppliers send a field, by BCP 47 language: names separated by commas, most specific first. If a
 * row has values for two names, the earlier language and the earlier name win. Case, spaces and punctuation do not
 * matter. A name must be unambiguous.
 */
export type FieldAliases = Readonly<Record<string, string>>

/** Definitions for all fields of a type. */
export type DefinitionsOf<Content> = { readonly [Field in keyof Content]-?: MemberDefinition }

/** A text of at most some characters. */
export function text(maxCharacters: number, form?: TextForm): TextType {
  return form === undefined ? { kind: 'text', maxCharacters } : { kind: 'text', maxCharacters, form }
}

/** A text of at most some characters that is not empty. */
export function filledText(maxCharacters: number, form?: TextForm): TextType {
  return { ...text(maxCharacters, form), isFilled: true }
}

/** A whole number of a range. */
export function whole(min: number, max: number, unit?: string): NumberType {
  return { ...decimal(min, max, unit), step: 1 }
}

/** A number of a range. */
export function decimal(min: number, max: number, unit?: string): NumberType {
  return unit === undefined ? { kind: 'number', min, max } : { kind: 'number', min, max, unit }
}

/** A list of values. */
export function list(maxEntries: number, items: FieldType): ListType {
  return { kind: 'list', maxEntries, items }
}

/**
 * An object with fields.
 *
 * @param required - The fields without which the object has no use.
 * @param textField - The field that a text in place of the object gives.
 */
export function object(
  fields: Readonly<Record<string, MemberDefinition>>,
  required: readonly string[] = [],
  textField?: string,
): ObjectType {
  return textField === undefined
    ? { kind: 'object', fields, required }
    : { kind: 'object', fields, required, textField }
}

export const FLAG: FlagType = { kind: 'flag' }
export const DATE: DateType = { kind: 'date' }
export const TIME_OF_DAY: TimeType = { kind: 'time' }
export const COORDINATES: CoordinatesType = { kind: 'coordinates' }

/** One of several words. */
export function choice(...values: readonly string[]): ChoiceType {
  return { kind: 'choice', values }
}
