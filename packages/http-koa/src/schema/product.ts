import { z } from 'zod'
import { productDataSchema } from './product-data.ts'
import { linkedRecordSchema } from './record.ts'
import { confidence, coordinates, countryCode, supplierName, timestamp, utpidText } from './shared.ts'

const details = productDataSchema
  .optional()
  .meta({ description: 'With `include=details`: all data of the product, as in `@utpid/core`.' })

/** The schema of a product: exactly the fields of the specification. `include` adds further fields. */
export const productSchema: z.ZodType = z
  .strictObject({
    utpid: utpidText,
    name: z.string(),
    category: z.string(),
    location: z.strictObject({ city: z.string(), country: countryCode, coordinates: coordinates.nullable() }),
    verified: z.boolean(),
    confidence,
    suppliers: z.array(supplierName),
    duplicates: z.int().min(0),
    lastUpdated: timestamp,
    records: z
      .array(linkedRecordSchema)
      .optional()
      .meta({ description: 'With `include=records`: its supplier records.' }),
    provenance: z
      .record(z.string(), z.strictObject({ supplier: z.string(), code: z.string() }))
      .optional()
      .meta({ description: 'With `include=provenance`: the source record of each displayed field.' }),
    lineage: z
      .looseObject({})
      .optional()
      .meta({ description: 'With `include=lineage`: history and state of the UTPID.' }),
    history: z
      .array(z.looseObject({}))
      .optional()
      .meta({ description: 'With `include=history`: events of the product.' }),
    details,
  })
  .meta({ id: 'Product' })

export const PRODUCT_INCLUDES = ['records', 'provenance', 'lineage', 'history', 'details'] as const

/** The body of a 308 response, with the surviving product. */
export const mergedSchema: z.ZodType = z
  .object({ utpid: utpidText, mergedInto: utpidText })
  .meta({ id: 'MergedProduct' })

export const searchItemSchema: z.ZodType = z
  .strictObject({
    utpid: utpidText,
    name: z.string(),
    category: z.string(),
    supplier: z.string().meta({ description: 'Name of the supplier whose record provides the product name.' }),
    location: z.strictObject({ city: z.string(), country: countryCode }),
    verified: z.boolean(),
    confidence,
    duplicates: z.int().min(0),
    updated: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .meta({ description: 'UTC date.', format: 'date' }),
    distance: z.int().min(0).optional().meta({ description: 'With `include=distance`: metres from `near`.' }),
    details,
  })
  .meta({ id: 'SearchItem' })

const facetCounts = z.array(z.strictObject({ value: z.string(), products: z.int().min(1) }))

const facetsSchema = z
  .strictObject({
    exact: z.boolean().meta({
      description:
        'False if the counts are lower bounds and values may be missing. This happens for a text whose results fill the page.',
    }),
    category: facetCounts,
    country: facetCounts,
  })
  .meta({
    id: 'SearchFacets',
    description: 'With `include=facets`: number of matching products for each value of a further filter.',
  })

export const searchSchema: z.ZodType = z
  .strictObject({
    total: z.int().min(0),
    results: z.array(searchItemSchema),
    facets: facetsSchema.optional(),
  })
  .meta({ id: 'SearchResults' })
