import { GOLDEN_FIELDS } from '@utpid/core/fields'
import { type JsonSchema, jsonSchemaOf, recordContentSchema } from '@utpid/core/operations'
import { z } from 'zod'
import { linkedRecordSchema } from './record.ts'
import { withRecordFields } from './record-fields.ts'
import { confidence, supplierName, timestamp, utpidText } from './shared.ts'

/** The JSON Schemas of displayed fields: those of the location, and the others. */
const displayed = (isOfLocation: boolean): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    GOLDEN_FIELDS.filter(({ path }) => (path[0] === 'location') === isOfLocation).map(({ name, definition }) => [
      name,
      jsonSchemaOf(definition),
    ]),
  )

const source = z.object({ supplier: z.string(), code: z.string() })

/** The values of a product outside its golden record. */
const productDetailsSchema = z
  .object({
    fields: withRecordFields(z.looseObject({}).meta({ ...recordContentSchema(), required: [] })),
    provenance: z.record(z.string(), z.array(source)).meta({ description: 'The records of each value, by path.' }),
  })
  .meta({ id: 'ProductDetails', description: 'Values outside the golden record, such as images.' })

const PROPERTIES = {
  utpid: utpidText,
  verified: z.boolean(),
  verifiedBy: z.enum(['manual', 'supplier', 'checks']).optional(),
  pins: z.record(z.string(), z.looseObject({ at: timestamp })).optional(),
  confidence,
  suppliers: z.array(supplierName),
  duplicates: z.int().min(0),
  lastUpdated: timestamp,
  revision: z.int().min(1),
  records: z.array(linkedRecordSchema),
  provenance: z.record(z.string(), source),
  details: productDetailsSchema.optional(),
}

/** The schema of all data of a product, with every displayed field by its type, limits and an example. */
export const productDataSchema: z.ZodType = z
  .looseObject({
    ...PROPERTIES,
    ...Object.fromEntries(
      Object.entries(displayed(false)).map(([name, schema]) => {
        const value = z.unknown().meta(schema)
        return [name, name === 'name' || name === 'category' ? value : value.optional()]
      }),
    ),
    location: z.looseObject({}).meta({ type: 'object', properties: displayed(true) }),
  })
  .meta({ id: 'ProductData' })
