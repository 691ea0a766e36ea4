import { z } from 'zod'

/** Parts of which schemas are made. Messages follow the name of the field. */

export const utpidText: z.ZodString = z
  .string()
  .meta({ description: 'Canonical identifier of a product.', example: 'UTP-7Q3K9-M2X4T-E' })

/** Of a path or a body, as people write it: any case, dashes or none; ids of earlier schemes too. */
export const askedUtpid: z.ZodString = z
  .string()
  .min(1, 'must not be empty')
  .max(200, 'must have at most 200 characters')
  .meta({ description: 'A UTPID in any case, with or without dashes, or an alias.', example: 'UTP-7Q3K9-M2X4T-E' })

export const confidence: z.ZodNumber = z.number().min(0).max(1).meta({ description: '0 to 1, at most 4 decimals.' })

export const timestamp: z.ZodString = z.string().meta({ description: 'ISO 8601 UTC.', format: 'date-time' })

export const coordinates: z.ZodType = z
  .tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)])
  .meta({ description: 'Latitude, then longitude, in degrees.' })

export const supplierName: z.ZodType = z.strictObject({ id: z.string(), name: z.string() })

/** Country code, `ZZ` when it is not known. */
export const countryCode: z.ZodString = z
  .string()
  .meta({ description: 'ISO 3166 alpha-2 code; `ZZ` when it is not known.' })

/** Who decides is the caller; why is a note. */
export const note: z.ZodOptional<z.ZodString> = z.string().max(2_000, 'must have at most 2,000 characters').optional()

/** A whole number in a query parameter. */
export function wholeNumber(least: number, most: number): z.ZodType<number, string> {
  const range = `must be a whole number of ${least.toLocaleString('en')} to ${most.toLocaleString('en')}`
  return z
    .string()
    .regex(/^-?\d{1,16}$/, range)
    .transform(Number)
    .refine((value) => value >= least && value <= most, range)
    .meta({ type: 'integer', minimum: least, maximum: most }) as unknown as z.ZodType<number, string>
}

/** A truth in a query parameter. */
export const truth: z.ZodType<boolean, string> = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true') as unknown as z.ZodType<boolean, string>

export function decimal(least: number, most: number): z.ZodType<number, string> {
  const range = `must be a number of ${least} to ${most}`
  return z
    .string()
    .regex(/^-?\d{1,9}(\.\d{1,15})?$/, range)
    .transform(Number)
    .refine((value) => value >= least && value <= most, range)
    .meta({ type: 'number', minimum: least, maximum: most }) as unknown as z.ZodType<number, string>
}

/** A comma list of some words. */
export function listOf<const Word extends string>(words: readonly Word[]): z.ZodType<Word[], string> {
  const message = `must be a comma list of ${words.join(', ')}`
  return z
    .string()
    .transform((text) => text.split(',').map((word) => word.trim()))
    .refine((list): list is Word[] => list.every((word) => words.includes(word as Word)), message)
    .meta({ 'x-words': words }) as unknown as z.ZodType<Word[], string>
}
