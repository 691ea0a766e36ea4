import { parseSupplierId } from '@utpid/core'
import { ID_INPUT, textInput } from '@utpid/service/internal'
import { z } from 'zod'

/** Shared parts of schemas. Messages are phrases that follow the field name. */

export const utpidText: z.ZodString = z
  .string()
  .meta({ description: 'Canonical identifier of a product.', example: 'UTP-7Q3K9-M2X4T-E' })

/** A UTPID or alias in a path or body, as people write it: in any case, with or without dashes. */
export const utpidInput: z.ZodString = textInput({ min: 1, max: 200, isTrimmed: true }).meta({
  description: 'A UTPID in any case, with or without dashes, or an alias.',
  example: 'UTP-7Q3K9-M2X4T-E',
})

/** Id of an object of an account or the service. */
export const idText: z.ZodString = ID_INPUT

/** Path parameter with one id. */
export const idParameter: z.ZodObject<{ id: z.ZodString }> = z.strictObject({ id: idText })

/** Id of a supplier, as people write it. */
export const supplierText: z.ZodString = textInput({ min: 1, max: 200 })
  .refine((text) => parseSupplierId(text) !== undefined, 'must have a letter a-z or a digit')
  .meta({ pattern: '[A-Za-z0-9]', description: 'Id of a supplier, in any case.' })

/** The supplier's code of a record. */
export const codeText: z.ZodString = textInput({ min: 1, max: 256, isTrimmed: true })

export const confidence: z.ZodNumber = z.number().min(0).max(1).meta({ description: '0 to 1, at most 4 decimals.' })

export const timestamp: z.ZodString = z.string().meta({ description: 'ISO 8601 UTC.', format: 'date-time' })

/** Time in a query or body. */
export const timeInput: z.ZodISODateTime = z.iso.datetime({ offset: true, error: 'must be an ISO 8601 time' })

export const coordinates: z.ZodType = z
  .tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)])
  .meta({ description: 'Latitude, then longitude, in degrees.' })

export const supplierName: z.ZodType = z.strictObject({ id: z.string(), name: z.string() })

export const countryCode: z.ZodString = z.string().meta({ description: 'ISO 3166 alpha-2 code; `ZZ` if unknown.' })

/** Reason of a curator decision, as free text. */
export const note: z.ZodOptional<z.ZodString> = textInput({ max: 2_000, form: 'lines' }).optional()

/** Whether a curator decision only shows its effect. */
export const dryRun: z.ZodOptional<z.ZodBoolean> = z
  .boolean('must be true or false')
  .optional()
  .meta({ description: 'If true, nothing is written, and the answer shows the effect.' })

/** Returns the schema of a page of a list. */
export function pageOf<Item extends z.ZodType>(
  item: Item,
): z.ZodObject<{ results: z.ZodArray<Item>; next: z.ZodNullable<z.ZodString> }> {
  return z.object({ results: z.array(item), next: z.string().nullable() })
}

/**
 * Returns the schema of a cursor.
 *
 * @param form - Pattern of the list's cursors. The list rejects a text that does not match with `invalid_cursor`.
 */
export function cursorText(form: RegExp): z.ZodOptional<z.ZodString> {
  return z.string().max(MAX_CURSOR).meta({ description: CURSOR, pattern: form.source }).optional()
}

/** Maximum characters of a cursor in a request; every valid cursor is shorter. */
const MAX_CURSOR = 400
const CURSOR = 'End of the previous page. Leave it out for the first page.'

/** A whole number in a query parameter. */
export function wholeNumber(min: number, max: number): z.ZodType<number, string> {
  const range = `must be a whole number of ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`
  return z
    .string()
    .regex(/^-?\d{1,16}$/, range)
    .transform(Number)
    .refine((value) => value >= min && value <= max, range)
    .meta({ type: 'integer', minimum: min, maximum: max }) as unknown as z.ZodType<number, string>
}

/** A boolean in a query parameter. */
export const booleanParameter: z.ZodType<boolean, string> = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true') as unknown as z.ZodType<boolean, string>

/** A number in a query parameter, in JSON notation. */
export function decimal(min: number, max: number): z.ZodType<number, string> {
  const range = `must be a number of ${min} to ${max}`
  return z
    .string()
    .regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/, range)
    .transform(Number)
    .refine((value) => value >= min && value <= max, range)
    .meta({ type: 'number', minimum: min, maximum: max }) as unknown as z.ZodType<number, string>
}

/** A comma-separated list of allowed words. */
export function listOf<const Word extends string>(words: readonly Word[]): z.ZodType<Word[], string> {
  const message = `must be a comma-separated list of ${words.join(', ')}`
  const word = `(?:${words.join('|')})`
  return z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .refine((list): list is Word[] => list.every((each) => words.includes(each as Word)), message)
    .meta({ 'x-list-values': words, pattern: `^${word}(?:,${word})*$` }) as unknown as z.ZodType<Word[], string>
}
