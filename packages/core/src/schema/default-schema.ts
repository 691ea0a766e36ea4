import { RECORD_FIELDS } from '../fields/record-fields.ts'
import type { Profile } from '../model/category.ts'
import { COMPARISON_ROWS } from './comparisons.ts'
import type { ProfileDefinition, RegistrySchema } from './registry-schema.ts'

/** The schema of utpid: the comparisons that the shipped model weighs, and the fields of a record. */
export const defaultSchema: RegistrySchema = {
  name: 'default',
  comparisons: COMPARISON_ROWS.map(([comparison]) => comparison),
  profiles: {
    lodging: definitionOf('lodging'),
    activity: definitionOf('activity'),
    transfer: definitionOf('transfer'),
    point: definitionOf('point'),
    generic: definitionOf('generic'),
  },
  fields: RECORD_FIELDS,
  addedFields: [],
  blockingRules: [],
}

function definitionOf(profile: Profile): ProfileDefinition {
  return {
    comparisons: COMPARISON_ROWS.flatMap(([comparison, profiles]) => (profiles.includes(profile) ? [comparison] : [])),
  }
}
