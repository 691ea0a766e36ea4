/** `@utpid/core/fields`: the fields of a record as data, for feeds, forms and documents. */
export { adoptExtra } from './fields/adopt-extra.ts'
export { type FieldPath, fieldPaths, GOLDEN_FIELDS, type GoldenField, valueAt } from './fields/field-paths.ts'
export type { FieldAliases, FieldType, MemberDefinition, TextForm } from './fields/field-type.ts'
export { IDENTIFYING_FIELDS } from './fields/identifying-fields.ts'
export { type FieldTable, RECORD_FIELDS } from './fields/record-fields.ts'
