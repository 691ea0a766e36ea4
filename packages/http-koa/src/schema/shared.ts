import { parseSupplierId } from '@utpid/core'
import { ID_INPUT, textInput } from '@utpid/service'
import { z } from 'zod'

/** Parts of which schemas are made. Messages follow the name of the field. */

export const utpidText: z.ZodString = z
  .string()
  .meta({ description: 'Canonical identifier of a product.', example: 'UTP-7Q3K9-M2X4T-E' })

/** Of a path or a body, as people write it: any case, dashes or none; ids of earlier schemes too. */
export const askedUtpid: z.ZodString = textInput({ least: 1, most: 200, isTrimmed: true }).meta({
  description: 'A UTPID in any case, with or without dashes, or an alias.',
  example: 'UTP-7Q3K9-M2X4T-E',
})

/** Of a path or a body: the id of what an account or the service has. */
export const idText: z.ZodString = ID_INPUT

/** Parameters of a path that names one thing. */
export const idParameter: z.ZodObject<{ id: z.ZodString }> = z.strictObject({ id: idText })

/** Of a supplier, as people write it. */
export const supplierText: z.ZodString = textInput({ least: 1, most: 200 })
  .refine((text) => parseSupplierId(text) !== undefined, 'must have a letter a-z or a digit')
  .meta({ pattern: '[A-Za-z0-9]', description: 'Id of a supplier, in any case.' })

/** The code that a supplier gives its product. */
export const codeText: z.ZodString = textInput({ least: 1, most: 256, isTrimmed: true })

export const confidence: z.ZodNumber = z.number().min(0).max(1).meta({ description: '0 to 1, at most 4 decimals.' })

export const timestamp: z.ZodString = z.string().meta({ description: 'ISO 8601 UTC.', format: 'date-time' })

/** Of a query or a body. */
export const askedTime: z.ZodISODateTime = z.iso.datetime({ offset: true, error: 'must be an ISO 8601 time' })

export const coordinates: z.ZodType = z
  .tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)])
  .meta({ description: 'Latitude, then longitude, in degrees.' })

export const supplierName: z.ZodType = z.strictObject({ id: z.string(), name: z.string() })

/** Country code, `ZZ` when it is not known. */
export const countryCode: z.ZodString = z
  .string()
  .meta({ description: 'ISO 3166 alpha-2 code; `ZZ` when it is not known.' })

/** Who decides is the caller; why is a note. */
export const note: z.ZodOptional<z.ZodString> = textInput({ most: 2_000, form: 'lines' }).optional()

/**
 * Where a list goes on.
 *
 * @param form - Of the cursors that the list gives. What has another one is `invalid_cursor`, as the list says itself.
 */
export function cursorText(form: RegExp): z.ZodOptional<z.ZodString> {
  return z.string().max(CURSOR_MOST).meta({ description: CURSOR, pattern: form.source }).optional()
}

/** Characters: more than any has. */
const CURSOR_MOST = 400
const CURSOR = 'Where the page before ended: leave it out to begin.'

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

/** A number in a query parameter, as JSON writes numbers. */
export function decimal(least: number, most: number): z.ZodType<number, string> {
  const range = `must be a number of ${least} to ${most}`
  return z
    .string()
    .regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/, range)
    .transform(Number)
    .refine((value) => value >= least && value <= most, range)
    .meta({ type: 'number', minimum: least, maximum: most }) as unknown as z.ZodType<number, string>
}

/** A comma list of some words. */
export function listOf<const Word extends string>(words: readonly Word[]): z.ZodType<Word[], string> {
  const message = `must be a comma list of ${words.join(', ')}`
  const word = `(?:${words.join('|')})`
  return z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .refine((list): list is Word[] => list.every((each) => words.includes(each as Word)), message)
    .meta({ 'x-words': words, pattern: `^${word}(?:,${word})*$` }) as unknown as z.ZodType<Word[], string>
}
