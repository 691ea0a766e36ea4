import type { FieldType, ListType, NumberType, ObjectType, TextForm, TextType } from '../fields/field-type.ts'
import { LIMITS } from '../model/limits.ts'

/** A pattern for the name of a field. */
const FIELD_NAME = /^[a-z][A-Za-z0-9]{0,63}$/
const MAX_ENTRIES = 1_000
const MAX_CHOICES = 1_000
const MAX_MEMBERS = 100
const MAX_DEPTH = 4
const FORMS: Readonly<Record<TextForm, true>> = {
  name: true,
  category: true,
  country: true,
  email: true,
  phone: true,
  web: true,
}

/** Reports whether a value is a name of a field. */
export function isFieldName(value: unknown): value is string {
  // The names of the prototype, such as `constructor`, would be found in every record.
  return typeof value === 'string' && FIELD_NAME.test(value) && !(value in Object.prototype)
}

/**
 * Returns the problem of a type, as the end of a sentence; undefined for a valid type. The type may be any value, since
 * programs without types define fields.
 *
 * @param depth - The number of lists and objects around the type.
 */
export function fieldTypeProblem(type: unknown, depth = 0): string | undefined {
  if (!isObject(type)) return 'its type must be an object with a kind'
  if (depth > MAX_DEPTH) return `its type has more than ${MAX_DEPTH} levels`
  const given = type as unknown as FieldType
  switch (given.kind) {
    case 'text':
      return textProblem(given)
    case 'number':
      return numberProblem(given)
    case 'choice':
      return choicesProblem(given.values)
    case 'list':
      return listProblem(given, depth)
    case 'object':
      return objectProblem(given, depth)
    case 'flag':
    case 'date':
    case 'time':
    case 'coordinates':
      return undefined
    default:
      return `its type has the kind ${JSON.stringify(type.kind)}, which does not exist`
  }
}

function textProblem({ maxCharacters, form, pattern }: TextType): string | undefined {
  if (!isWhole(maxCharacters, LIMITS.textUnitsRead)) {
    return `maxCharacters of a text must be an integer of 1 to ${LIMITS.textUnitsRead}`
  }
  if (form !== undefined && !Object.hasOwn(FORMS, form)) {
    return `the form of a text must be one of ${Object.keys(FORMS).join(', ')}`
  }
  return pattern === undefined || typeof pattern === 'string' ? undefined : 'the pattern of a text must be a text'
}

function numberProblem({ min, max, step }: NumberType): string | undefined {
  if (!(Number.isFinite(min) && Number.isFinite(max) && min < max)) {
    return 'min and max of a number must be numbers, and min must be lower'
  }
  return step === undefined || (Number.isFinite(step) && step > 0) ? undefined : 'step must be a number above 0'
}

function choicesProblem(values: readonly unknown[]): string | undefined {
  const isFit =
    Array.isArray(values) &&
    values.length >= 1 &&
    values.length <= MAX_CHOICES &&
    values.every((value) => typeof value === 'string' && value.trim() !== '')
  return isFit ? undefined : `values of a choice must be a list of 1 to ${MAX_CHOICES} texts`
}

function listProblem({ maxEntries, items }: ListType, depth: number): string | undefined {
  return isWhole(maxEntries, MAX_ENTRIES)
    ? fieldTypeProblem(items, depth + 1)
    : `maxEntries of a list must be an integer of 1 to ${MAX_ENTRIES}`
}

function objectProblem({ fields, required, textField }: ObjectType, depth: number): string | undefined {
  if (!isObject(fields)) return 'fields of an object must be an object'
  const members = Object.entries(fields)
  if (members.length === 0 || members.length > MAX_MEMBERS) return `an object must have 1 to ${MAX_MEMBERS} fields`
  for (const [name, member] of members) {
    if (!isFieldName(name)) return `"${name}" is no name of a field`
    if (!isObject(member)) return `the definition of "${name}" must be an object`
    const problem = typeof member.label === 'string' ? fieldTypeProblem(member.type, depth + 1) : 'it needs a label'
    if (problem !== undefined) return `in "${name}", ${problem}`
  }
  if (!Array.isArray(required)) return 'required of an object must be a list of names of fields'
  const unknown = [...required, ...(textField === undefined ? [] : [textField])].find(
    (name) => !Object.hasOwn(fields, name),
  )
  return unknown === undefined ? undefined : `an object has no field "${unknown}", but requires or fills it`
}

function isWhole(value: unknown, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= max
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
