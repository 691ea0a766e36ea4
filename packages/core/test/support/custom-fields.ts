import { text } from '../../src/fields/field-type.ts'
import type { CustomField } from '../../src/schema/custom-field.ts'

/** A field that the default schema lacks, with the default feature of a text. */
export const POOL: CustomField = {
  version: 1,
  type: text(40),
  label: 'Pool',
  description: 'The water of the pool.',
  example: 'Salt water',
  feature: { codec: 'text' },
}

/** The same field without a feature, which is only stored. */
export const STORED_POOL: CustomField = withoutFeature(POOL)

function withoutFeature({ feature: _, ...field }: CustomField): CustomField {
  return field
}
