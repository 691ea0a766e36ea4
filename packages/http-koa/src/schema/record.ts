import { PIN_SCHEMAS, RECORD_CONTENT_SCHEMA, RECORD_SCHEMA } from '@utpid/core'
import { z } from 'zod'

const FORGIVING = 'Other forms of a value are read where they can be, and reported as repairs.'

/** Core judges it. */
export const recordContentSchema: z.ZodType = z.looseObject({}).meta({
  ...RECORD_CONTENT_SCHEMA,
  id: 'RecordContent',
  description: `The record, without supplier and code. ${FORGIVING}`,
})

/** A feed in JSON. */
export const feedSchema: z.ZodType = z.array(
  z.looseObject({}).meta({
    ...RECORD_SCHEMA,
    id: 'FeedRecord',
    description: `A record; without \`supplier\` it is of the supplier that the request names. ${FORGIVING}`,
  }),
)

/** Fields of a product that are held at values, or at null let go. Core judges the values. */
export const pinnedFieldsSchema: z.ZodType<Readonly<Record<string, unknown>>> = z
  .record(z.string(), z.unknown())
  .refine((fields) => Object.keys(fields).length > 0, 'must name a field')
  .meta({
    properties: Object.fromEntries(
      Object.entries(PIN_SCHEMAS).map(([name, schema]) => [name, { anyOf: [schema, { type: 'null' }] }]),
    ),
    additionalProperties: false,
    minProperties: 1,
    description: 'Values by fields; null lets a field follow its records again.',
  })
