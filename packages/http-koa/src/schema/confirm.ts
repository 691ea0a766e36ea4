import { z } from 'zod'
import { changeNumber, judgementSchema, recordCode } from './explain.ts'
import { comparisonSchema, inputSchema } from './match.ts'
import { repairSchema } from './record.ts'
import { confidence, timestamp, utpidInput, utpidText } from './shared.ts'

/** Schemas of the question whether a record still is a product, and of its answer. */

const text = z.string()
const bits = z.number().meta({ description: 'In bits: one bit more doubles the odds.' })

/** A record as its supplier gives it now, with the product that the caller takes it for. */
export const confirmInputSchema: z.ZodObject<{ record: z.ZodType; utpid: z.ZodString }> = z
  .strictObject({ record: inputSchema, utpid: utpidInput })
  .meta({ id: 'ConfirmInput', description: 'A record as its supplier gives it now, and a UTPID or alias.' })

/** Returns the schema of a reason, with a name from its code, such as `RecordDriftedFinding`; see `explain.ts`. */
function reason<Code extends string, Fields extends z.ZodRawShape>(value: Code, fields: Fields) {
  const name = value.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return z.object({ code: z.literal(value), ...fields }).meta({ id: `${name}Finding` })
}

const reasonSchema = z
  .discriminatedUnion('code', [
    reason('unchanged', { record: recordCode }),
    reason('record_kept', { record: recordCode, confidence }),
    reason('records_agree', {
      records: z
        .array(z.object({ supplier: text, code: text, confidence }))
        .meta({ description: 'Best first, at most ten.' }),
      total: z.int(),
    }),
    reason('merged', { utpid: utpidText.nullable() }),
    reason('inactive', {
      status: z.enum(['deleted', 'retired']),
      deletion: z.object({ actor: text, at: timestamp, change: changeNumber }).nullable(),
    }),
    reason('judged_different', {
      judgements: z.array(judgementSchema).meta({ description: 'At most ten.' }),
      total: z.int(),
    }),
    reason('code_known', { utpid: utpidText, drifted: z.boolean() }),
    reason('code_unknown', { record: recordCode }),
    reason('record_drifted', { record: recordCode, kind: z.enum(['rebrand', 'move', 'reuse']), confidence }),
    reason('vetoed', { record: recordCode, comparisons: z.array(comparisonSchema) }),
    reason('different_category', { record: text.nullable(), product: text.nullable() }),
    reason('sibling_name', { record: recordCode, comparisons: z.array(comparisonSchema) }),
    reason('other_name_and_place', {
      meters: z.int().nullable().meta({ description: 'Distance to the nearest compared record.' }),
    }),
    reason('other_product', { utpid: utpidText, confidence, bitsAhead: bits.nullable() }),
    reason('ambiguous', { competingUtpid: utpidText, bitsAhead: bits, needs: bits }),
    reason('other_code_of_supplier', { codes: z.array(recordCode) }),
    reason('missing_evidence', { fields: z.array(z.enum(['name', 'place'])) }),
    reason('below_match', {
      record: recordCode.nullable(),
      confidence,
      threshold: z.number(),
      costliest: z.array(comparisonSchema),
    }),
  ])
  .meta({ id: 'ConfirmReason', description: 'A reason of a confirmation, by its code.' })

export const confirmationSchema: z.ZodType = z
  .object({
    ref: text.nullable(),
    fits: z.enum(['yes', 'no', 'unsure']).meta({
      description:
        '`yes`: the record is the product, by its content alone. `no`: the evidence is against it. `unsure`: the evidence is not enough for either.',
    }),
    confidence,
    reasons: z.array(reasonSchema).meta({ description: 'For `no` and `unsure`, the first reason prevented `yes`.' }),
    requested: utpidText,
    status: z.enum(['active', 'merged', 'deleted', 'retired']),
    utpid: utpidText.nullable().meta({ description: 'The active product; null if there is none.' }),
    name: text,
    compared: z.int().meta({ description: 'Number of compared records of the product.' }),
    thresholds: z.object({ match: z.number(), review: z.number() }),
    repairs: z.array(repairSchema),
    model: text,
  })
  .meta({ id: 'Confirmation' })

/** A record of a batch that was not answered. */
export const unconfirmedSchema: z.ZodType = z
  .object({
    ref: text.nullable(),
    fits: z.null(),
    error: z.object({ code: text, message: text }),
  })
  .meta({ id: 'UnconfirmedInput', description: 'A wrong record or UTPID of a batch, with its error.' })
