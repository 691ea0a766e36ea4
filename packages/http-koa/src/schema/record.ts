import { RECORD_SCHEMA } from '@utpid/core'
import { PIN_SCHEMAS, RECORD_CONTENT_SCHEMA } from '@utpid/core/operations'
import { z } from 'zod'

const LENIENT = 'Other forms of a value are accepted if readable, and reported as repairs.'

/** The schema of a record's content. Core validates the record. */
export const recordContentSchema: z.ZodType = z.looseObject({}).meta({
  ...RECORD_CONTENT_SCHEMA,
  id: 'RecordContent',
  description: `The record, without supplier and code. ${LENIENT}`,
})

/** A JSON feed: at least one record. */
export const feedSchema: z.ZodType = z
  .array(
    z.looseObject({}).meta({
      ...RECORD_SCHEMA,
      id: 'FeedRecord',
      description: `A record. Default of \`supplier\`: the supplier of the request. ${LENIENT}`,
    }),
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
