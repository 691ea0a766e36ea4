import { z } from 'zod'
import { confidence, coordinates, countryCode, supplierName, timestamp, utpidText } from './shared.ts'

const details = z
  .looseObject({})
  .optional()
  .meta({ description: 'With `include=details`: all that is known of the product, as `@utpid/core` has it.' })

/** Exactly the fields of the specification; `include` adds the others. */
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
      .array(z.looseObject({}))
      .optional()
      .meta({ description: 'With `include=records`: its supplier records.' }),
    provenance: z
      .record(z.string(), z.strictObject({ supplier: z.string(), code: z.string() }))
      .optional()
      .meta({ description: 'With `include=provenance`: the record each shown field came from.' }),
    lineage: z.looseObject({}).optional().meta({ description: 'With `include=lineage`: what became of the UTPID.' }),
    history: z
      .array(z.looseObject({}))
      .optional()
      .meta({ description: 'With `include=history`: what happened to it.' }),
    details,
  })
  .meta({ id: 'Product' })

export const PRODUCT_INCLUDES = ['records', 'provenance', 'lineage', 'history', 'details'] as const

/** Answered with 308: the product that goes on. */
export const mergedSchema: z.ZodType = z
  .object({ utpid: utpidText, mergedInto: utpidText })
  .meta({ id: 'MergedProduct' })

export const searchItemSchema: z.ZodType = z
  .strictObject({
    utpid: utpidText,
    name: z.string(),
    category: z.string(),
    supplier: z.string().meta({ description: 'Name of the supplier whose record gave the name.' }),
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
        'False when the counts are lower bounds, and values may be missing; so for a text whose results fill the page.',
    }),
    category: facetCounts,
    country: facetCounts,
  })
  .meta({
    id: 'SearchFacets',
    description: 'With `include=facets`: how many of all products found each value of a further filter would leave.',
  })

export const searchSchema: z.ZodType = z
  .strictObject({
    total: z.int().min(0),
    results: z.array(searchItemSchema),
    facets: facetsSchema.optional(),
  })
  .meta({ id: 'SearchResults' })
