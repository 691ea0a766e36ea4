import { membersOf } from '../fields/field-paths.ts'
import type { ChoiceType, FieldType, ListType, NumberType, ObjectType, TextType } from '../fields/field-type.ts'
import { fold } from '../text/fold.ts'
import { isEmailAddress, isPhoneNumber, isWebAddress } from './contact-forms.ts'
import { parseCategory } from './parse-category.ts'
import { parseCountry } from './parse-country.ts'
import { parseDate, parseTimeOfDay } from './parse-date.ts'
import { parseBoolean, parseNumber, parseWhole } from './parse-number.ts'
import { readList } from './read-list.ts'
import { parseCoordinates } from './repairs/repair-coordinates.ts'
import type { RepairLog } from './repairs/repair-log.ts'
import { isPlaceholderName, repairText } from './repairs/repair-text.ts'

/**
 * Parses a value of a field's type. The function repairs a value with a proven correction, removes a wrong value, and
 * reports both.
 *
 * @param path - The path of the field in reports, such as `location.city`.
 * @returns undefined if the value is absent or not usable.
 * @throws {TextTooLong}
 */
export function parseValue(type: FieldType, value: unknown, path: string, log: RepairLog): unknown {
  if (value === undefined || value === null) return undefined
  switch (type.kind) {
    case 'text':
      return parseText(type, value, path, log)
    case 'number':
      return parseNumberOf(type, value, path, log)
    case 'flag':
      return parseBoolean(value, path, log)
    case 'choice':
      return parseChoice(type, value, path, log)
    case 'date':
      return parseDate(repairText(value, path, DATE_CHARACTERS, log), path, log)
    case 'time':
      return parseTimeOfDay(repairText(value, path, DATE_CHARACTERS, log), path, log)
    case 'coordinates':
      return parseCoordinates(value, log, path)
    case 'list':
      return parseList(type, value, path, log)
    case 'object':
      return parseObject(type, value, path, log)
  }
}

const DATE_CHARACTERS = 64

function parseText(type: TextType, value: unknown, path: string, log: RepairLog): string | undefined {
  const text = repairText(value, path, type.maxCharacters, log)
  if (text === undefined) return undefined
  switch (type.form) {
    case 'country':
      return parseCountryText(text, path, log)
    case 'category':
      return parseCategoryText(text, path, log)
    case 'name':
      return isPlaceholderName(text) ? removed(log, path, text, 'placeholder_removed') : text
    case 'email':
      return isEmailAddress(text) ? text : removed(log, path, text)
    case 'phone':
      return isPhoneNumber(text) ? text : removed(log, path, text)
    case 'web':
      return isWebAddress(text) ? text : removed(log, path, text)
    default:
      return text
  }
}

function removed(
  log: RepairLog,
  path: string,
  value: unknown,
  code: 'value_removed' | 'placeholder_removed' | 'country_removed' = 'value_removed',
): undefined {
  log.add(path, code, value)
  return undefined
}

function parseCountryText(text: string, path: string, log: RepairLog): string | undefined {
  const country = parseCountry(text)
  if (country === undefined) return removed(log, path, text, 'country_removed')
  if (/^[a-z]{2}$/i.test(text) && country !== text.toUpperCase()) log.add(path, 'country_resolved', text, country)
  return country
}

function parseCategoryText(text: string, path: string, log: RepairLog): string {
  const { category, known } = parseCategory(text)
  if (!known) log.add(path, 'category_unknown', text, category.slug)
  return category.slug
}

function parseNumberOf(type: NumberType, value: unknown, path: string, log: RepairLog): number | undefined {
  const { min, max, step } = type
  if (step === 1) return parseWhole(value, path, min, max, log)
  const number = parseNumber(value, path, min, max, log)
  // A value between two steps, such as 4.3 stars, has another meaning.
  if (number === undefined || step === undefined || Number.isInteger(number / step)) return number
  return removed(log, path, value)
}

function parseChoice({ values }: ChoiceType, value: unknown, path: string, log: RepairLog): string | undefined {
  const text = repairText(value, path, DATE_CHARACTERS, log)
  if (text === undefined) return undefined
  const folded = fold(text)
  return values.find((each) => fold(each) === folded) ?? removed(log, path, text)
}

function parseList(type: ListType, value: unknown, path: string, log: RepairLog): unknown[] | undefined {
  const entries: unknown[] = []
  for (const [at, entry] of readList(value, path, type.maxEntries, log).entries()) {
    const parsed = parseValue(type.items, entry, `${path}.${at}`, log)
    if (parsed !== undefined) entries.push(parsed)
  }
  return entries.length === 0 ? undefined : entries
}

function parseObject(type: ObjectType, value: unknown, path: string, log: RepairLog): object | undefined {
  const { textField, required } = type
  if (typeof value === 'string' && textField !== undefined) {
    return parseObject(type, { [textField]: value }, path, log)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return removed(log, path, value)
  const fields = membersOf(type)
  const parsed: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(fields)) {
    const found = parseValue(member.type, (value as Record<string, unknown>)[name], `${path}.${name}`, log)
    if (found !== undefined) parsed[name] = found
  }
  if (required.some((name) => parsed[name] === undefined)) return removed(log, path, value)
  return Object.keys(parsed).length === 0 ? undefined : parsed
}
