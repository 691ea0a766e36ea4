import type { FieldType, MemberDefinition, TextForm } from '../fields/field-type.ts'
import { COORDINATES_SCHEMA, type JsonSchema, typeSchema } from '../ingest/json-schema.ts'
import { COUNTRY_CODES } from '../ingest/parse-country.ts'
import { CATEGORIES } from '../model/category.ts'

/** The expected texts of each form, as the end of a sentence. */
const EXPECTED_TEXTS: Readonly<Record<TextForm, string>> = {
  name: 'text that names something',
  category: 'a known category, such as hotel or tour',
  country: 'a country, such as FR',
  email: 'an address such as desk@hotel.example',
  phone: 'a telephone number of 5 digits or more',
  web: 'an address such as https://hotel.example',
}

/** Returns the expected value of a type as the end of a sentence: `a whole number from 1 to 20,000`. */
export function expectedValue(type: FieldType): string {
  switch (type.kind) {
    case 'text': {
      if (type.form === 'category' || type.form === 'country') return EXPECTED_TEXTS[type.form]
      const what = type.form === undefined ? 'text' : EXPECTED_TEXTS[type.form]
      return `${what}, at most ${type.maxCharacters} characters`
    }
    case 'number': {
      const range = `from ${grouped(type.min)} to ${grouped(type.max)}`
      if (type.step === 1) return `a whole number ${range}`
      if (type.step === undefined) return `a number ${range}`
      return `a number ${range} in ${type.step === 0.5 ? 'halves' : `steps of ${type.step}`}`
    }
    case 'flag':
      return 'true or false'
    case 'choice':
      return `one of ${type.values.join(', ')}`
    case 'date':
      return 'a date such as 2026-11-27, 2026-11 or 2026'
    case 'time':
      return 'a time of day such as 15:00'
    case 'coordinates':
      return '[latitude, longitude] in degrees, -90 to 90 and -180 to 180, and not both 0'
    case 'list':
      return `a list of at most ${grouped(type.maxEntries)} entries`
    case 'object':
      return `an object of ${Object.keys(type.fields).join(', ')}`
  }
}

/** Returns the JSON Schema of the values that a pin accepts and stores unchanged. */
export function pinSchema({ type, description }: MemberDefinition): JsonSchema {
  if (type.kind === 'coordinates') return { ...COORDINATES_SCHEMA, not: { items: { const: 0 } } }
  if (type.kind !== 'text') return typeSchema(type)
  if (type.form === 'category') {
    return patternOf(
      CATEGORIES.map(({ slug }) => slug),
      'A category.',
    )
  }
  if (type.form === 'country') return patternOf(COUNTRY_CODES, 'ISO 3166-1 alpha-2 code.')
  const schema = typeSchema({ ...type, isFilled: true })
  return description === undefined ? schema : { ...schema, description }
}

/**
 * Returns a pattern that accepts any of the given words. The schema does not use `enum`: other spellings are accepted
 * too, and types generated from an enum would reject these spellings.
 */
function patternOf(words: readonly string[], description: string): JsonSchema {
  return { type: 'string', pattern: `^(?:${words.join('|')})$`, description }
}

function grouped(number: number): string {
  return number.toLocaleString('en-US')
}
