import { LIMITS } from '../model/limits.ts'
import { filledText, type MemberDefinition, text } from './field-type.ts'

/** The fields that identify a record. The record parser rejects a record without them. */
export const IDENTIFYING_FIELDS: Readonly<Record<'supplier' | 'code', MemberDefinition>> = {
  supplier: {
    type: { ...filledText(LIMITS.nameCharacters), pattern: '[A-Za-z0-9]' },
    label: 'Supplier',
    description: 'Id of a supplier, with a letter a-z or a digit.',
    example: 'expo',
    letter: 'u',
  },
  code: {
    type: filledText(LIMITS.codeCharacters),
    label: 'Code',
    description: 'Code of the supplier for its product.',
    example: '40217',
    letter: 'd',
  },
}

/** The caller's reference in a match query. */
export const REFERENCE_FIELD: MemberDefinition = {
  type: text(LIMITS.codeCharacters),
  label: 'Reference',
  description: 'Returned with the result.',
  example: 'row-17',
}
