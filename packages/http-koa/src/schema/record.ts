import { RECORD_SCHEMA } from '@utpid/core'
import { PIN_SCHEMAS, RECORD_CONTENT_SCHEMA } from '@utpid/core/operations'
import { z } from 'zod'
import { withRecordFields } from './record-fields.ts'

const LENIENT = 'Other forms of a value are accepted if readable, and reported as repairs.'

/** The schema of a record's content. Core validates the record. */
export const recordContentSchema: z.ZodType = withRecordFields(
  z.looseObject({}).meta({
    ...RECORD_CONTENT_SCHEMA,
    id: 'RecordContent',
    description: `The record, without supplier and code. ${LENIENT}`,
  }),
)

/** The schema of a record as the registry returns it, with all its fields. */
export const recordSchema: z.ZodType = withRecordFields(
  z.looseObject({}).meta({
    ...RECORD_SCHEMA,
    id: 'SupplierRecord',
    description: 'A record as stored: repaired, with unknown fields in `extra`.',
  }),
)

/** A JSON feed: at least one record. */
export const feedSchema: z.ZodType = z
  .array(
    withRecordFields(
      z.looseObject({}).meta({
        ...RECORD_SCHEMA,
        id: 'FeedRecord',
        description: `A record. Default of \`supplier\`: the supplier of the request. ${LENIENT}`,
      }),
    ),
  )
  .min(1)

/** The schema of pinned fields of a product; null unpins a field. Core validates the values. */
export const pinnedFieldsSchema: z.ZodType<Readonly<Record<string, unknown>>> = z
  .record(z.string(), z.unknown())
  .refine((fields) => Object.keys(fields).length > 0, 'must name a field')
  .meta({
    properties: Object.fromEntries(
      Object.entries(PIN_SCHEMAS).map(([name, schema]) => [name, { anyOf: [schema, { type: 'null' }] }]),
    ),
    additionalProperties: false,
    minProperties: 1,
    description: 'Values by field; null unpins a field.',
  })

/** The schema of a repair of a record or an input. */
export const repairSchema: z.ZodType = z
  .object({
    field: z.string().meta({ description: 'Path of the field, for example `location.coordinates`.' }),
    code: z.string().meta({ description: 'A stable code, see the list of repairs.' }),
    message: z.string().meta({ description: 'One sentence for people.' }),
    before: z.string().optional().meta({ description: 'Earlier value as text, at most 200 characters.' }),
    after: z.string().optional(),
  })
  .meta({ id: 'Repair' })

/** The schema of the reason why a record or input cannot be used. */
export const rejectionSchema: z.ZodType = z
  .object({
    code: z.string().meta({ description: 'A stable code, see the list of rejections.' }),
    field: z.string().optional(),
    message: z.string().meta({ description: 'One sentence that says what to do.' }),
    of: z.object({ supplier: z.string(), code: z.string() }).optional(),
  })
  .meta({ id: 'Rejection' })

/** The schema of a record with its link to a product. */
export const linkedRecordSchema: z.ZodType = z
  .object({
    record: recordSchema,
    method: z.string(),
    confidence: z.number(),
    since: z.string(),
    firstSeenAt: z.string(),
    updatedAt: z.string(),
    model: z.string(),
    tfVersion: z.int(),
  })
  .meta({ id: 'LinkedRecord' })
