import { INPUT_SCHEMA } from '@utpid/core'
import { COMPETITION_LEVELS } from '@utpid/core/scoring'
import { z } from 'zod'
import { repairSchema } from './record.ts'
import { withRecordFields } from './record-fields.ts'
import { confidence, coordinates, countryCode, supplierName, utpidText } from './shared.ts'

/** The schema of an input. It accepts unknown fields, which the response reports. Core validates the record. */
export const inputSchema: z.ZodType = withRecordFields(
  z.looseObject({}).meta({
    ...INPUT_SCHEMA,
    id: 'MatchInput',
    description:
      'Fields of a supplier record: at least a name, a supplier with its code, or an identifier. Other forms of a value are accepted if readable, and reported as repairs.',
  }),
)

export const matchOptionsSchema: z.ZodType = z
  .strictObject({
    limit: z.int('must be a whole number').min(1, 'must be 1 or more').max(50, 'must be at most 50').optional(),
    minConfidence: z.number('must be a number').min(0, 'must be 0 or more').max(1, 'must be at most 1').optional(),
    explain: z.boolean('must be true or false').optional(),
  })
  .meta({ id: 'MatchOptions' })

/** The values, level and bits of one comparison. */
export const comparisonSchema: z.ZodType = z.object({
  name: z.string(),
  level: z.string(),
  bits: z.number(),
  input: z.string().nullable(),
  record: z.string().nullable(),
})

/** Fields of every explanation of a pair. */
export const explanationFields: Readonly<Record<string, z.ZodType>> = {
  signature: z.string(),
  weight: z.number(),
  prior: z.number(),
  vetoed: z.boolean(),
  competition: z
    .object({
      level: z.enum(COMPETITION_LEVELS),
      bits: z.number(),
      record: z.object({ supplier: z.string(), code: z.string() }).nullable(),
    })
    .nullable()
    .meta({
      description: 'The standing among other candidates of the same supplier; null if the pair does not compete.',
    }),
  comparisons: z.array(comparisonSchema),
}

export const explanationSchema: z.ZodType = z.object(explanationFields).meta({ id: 'Explanation' })

export const matchResultSchema: z.ZodType = z
  .object({
    ref: z.string().nullable(),
    decision: z.enum(['match', 'review', 'none']).nullable(),
    method: z.enum(['supplier_code', 'identifier', 'model']).nullable(),
    utpid: utpidText.nullable(),
    confidence,
    thresholds: z.object({ match: z.number(), review: z.number() }),
    matches: z.array(
      z.object({
        utpid: utpidText,
        name: z.string(),
        category: z.string(),
        location: z.object({ city: z.string(), country: countryCode, coordinates: coordinates.nullable() }),
        verified: z.boolean(),
        confidence,
        suppliers: z.array(supplierName),
        duplicates: z.int(),
        explanation: explanationSchema.optional(),
      }),
    ),
    reason: z.string().nullable(),
    missingEvidence: z.array(z.looseObject({ field: z.string() })),
    repairs: z.array(repairSchema),
    model: z.string(),
  })
  .meta({ id: 'MatchResult' })
