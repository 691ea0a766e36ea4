import { z } from 'zod'
import { comparisonSchema, explanationFields } from './match.ts'
import { repairSchema } from './record.ts'
import { confidence, timestamp, utpidText } from './shared.ts'

/** Schemas of the responses that explain a match or a non-match. */

const text = z.string()
export const recordCode: z.ZodType = z
  .object({ supplier: text, code: text })
  .meta({ id: 'RecordCode', description: 'Supplier and code of a record.' })
export const bits: z.ZodNumber = z.number().meta({ description: 'In bits: one bit more doubles the odds.' })
export const changeNumber: z.ZodType = z.int().meta({ description: 'Change number of the decision, for undo.' })

const sideSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('product'),
      requested: utpidText,
      status: z.enum(['active', 'merged', 'deleted', 'retired']),
      utpid: utpidText.nullable().meta({ description: 'The active product; null if there is none.' }),
      name: text,
      records: z.int(),
    }),
    z.object({
      kind: z.literal('record'),
      supplier: text,
      code: text,
      status: z.enum(['active', 'inactive']),
      utpid: utpidText.nullable().meta({ description: 'Product of the record; null if the record is inactive.' }),
      name: text,
    }),
    z.object({ kind: z.literal('input'), name: text.nullable() }),
  ])
  .meta({ id: 'ExplainedSide' })

const pairSchema = z
  .object({
    a: recordCode.nullable().meta({ description: 'The compared record of `a`; null if `a` is an input.' }),
    b: recordCode.nullable().meta({ description: 'The compared record of `b`; null if `b` is an input.' }),
    confidence,
    ...explanationFields,
    comparisons: z.array(comparisonSchema).meta({ description: '`input` is the value of `a`, `record` that of `b`.' }),
  })
  .meta({ id: 'PairEvidence', description: 'How two records compare. Weights are in bits.' })

export const judgementSchema: z.ZodType = z
  .object({
    records: z.array(recordCode).length(2),
    verdict: z.enum(['same', 'different']),
    actor: text,
    at: timestamp,
    change: changeNumber,
    note: text.optional(),
  })
  .meta({ id: 'Judgement', description: "A person's judgement on two records." })

export const curationSchema: z.ZodType = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('verified'), actor: text, at: timestamp, method: text }),
    z.object({ kind: z.literal('pinned'), actor: text, at: timestamp, field: text }),
    z.object({ kind: z.literal('judged'), judgement: judgementSchema }),
  ])
  .meta({ id: 'CurationReason', description: 'A reason why a product is curated.' })

const linked = { from: recordCode, to: recordCode, confidence }
const byMachine = { ...linked, weight: bits, model: text, tfVersion: z.int() }
const linkSchema = z
  .discriminatedUnion('method', [
    z.object({ method: z.literal('model'), ...byMachine }),
    z.object({ method: z.literal('identifier'), ...byMachine }),
    z.object({ method: z.literal('judgement'), ...linked, judgement: judgementSchema }),
    z.object({ method: z.literal('curated'), ...linked, curatedBy: z.array(curationSchema) }),
  ])
  .meta({ id: 'JoiningLink', description: 'A link between two records of one product.' })

const keySchema = z
  .object({
    from: z.array(text).meta({ description: 'Parts of the key, for example `coordinates` and `name`.' }),
    words: z.array(text).meta({ description: 'Words of the name that are part of the key.' }),
    rule: text.optional().meta({ description: 'Name of the blocking rule, if the schema of the registry adds it.' }),
    records: z.int().meta({ description: 'Number of records with the key.' }),
    maxRecords: z.int().meta({ description: 'A lookup skips the key if more records have it.' }),
  })
  .meta({ id: 'ExplainedKey', description: 'A blocking key of a record.' })
const keys = z.array(keySchema)

const profile = z.object({ category: text.nullable(), profile: text })

/**
 * Returns the schema of a reason. Its name is made from its code, such as `NoCommonKeyReason`: generators of clients
 * number members of a union that have no name, and some then lose members with objects inside.
 */
function reason<Code extends string, Fields extends z.ZodRawShape>(value: Code, fields: Fields) {
  const name = value.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return z.object({ code: z.literal(value), ...fields }).meta({ id: `${name}Reason` })
}

/** One schema for each reason, by its code. */
const reasonSchema = z
  .discriminatedUnion('code', [
    reason('inactive', {
      side: z.enum(['a', 'b']),
      status: z.enum(['deleted', 'retired', 'inactive']),
      deletion: z.object({ actor: text, at: timestamp, change: changeNumber }).nullable(),
    }),
    reason('judged_different', {
      direct: z.boolean().meta({ description: 'Whether the judgement is about the requested records themselves.' }),
      judgements: z.array(judgementSchema).meta({ description: 'At most ten.' }),
      total: z.int(),
      through: z.array(judgementSchema).meta({
        description: 'Judgements `same` that connect the requested records with the records of the first judgement.',
      }),
    }),
    reason('code_known', { utpid: utpidText, drifted: z.boolean() }),
    reason('copy', {
      side: z.enum(['a', 'b']),
      record: z.object({ supplier: text, code: text }).meta({ description: 'The record that represents the copy.' }),
    }),
    reason('no_common_key', { a: keys, b: keys }),
    reason('skipped_keys', { keys }),
    reason('city_keys_not_used', { keys }),
    reason('vetoed', { comparisons: z.array(comparisonSchema) }),
    reason('same_supplier', { supplier: text, weight: bits, needs: bits, bitsShort: bits }),
    reason('below_match', {
      confidence,
      threshold: z.number(),
      bitsShort: bits,
      costliest: z.array(comparisonSchema),
      alertId: text.nullable().meta({ description: 'The open alert for this pair.' }),
    }),
    reason('curated_apart', { a: z.array(curationSchema), b: z.array(curationSchema) }),
    reason('other_pair_forbids', {
      pairs: z
        .array(z.object({ a: recordCode, b: recordCode, by: z.enum(['veto', 'same_supplier']), weight: bits }))
        .meta({ description: 'At most ten.' }),
      total: z.int(),
    }),
    reason('clusters_disagree', { mean: z.number(), threshold: z.number(), pairs: z.int() }),
    reason('ambiguous', { competingUtpid: utpidText, bitsAhead: bits, needs: bits }),
    reason('other_product', { utpid: utpidText, confidence }),
    reason('other_code_of_supplier', { codes: z.array(recordCode) }),
    reason('not_merged_yet', {}),
    reason('different_profile', { a: profile, b: profile }),
  ])
  .meta({ id: 'NonMatchReason', description: 'A reason why two records or products are not one product, by its code.' })

/** The comparison of two records or products, and the reasons that join or separate them. */
export const explainedSchema: z.ZodType = z
  .object({
    a: sideSchema,
    b: sideSchema,
    together: z.boolean().meta({
      description: 'Whether `a` and `b` are one product now. For an input: whether it would be linked to the product.',
    }),
    pair: pairSchema.nullable().meta({
      description:
        'The two compared records. For products: the records of their open alert, else the most similar pair. Null if there are no two different records.',
    }),
    repairs: z.array(repairSchema),
    thresholds: z.object({ match: z.number(), review: z.number(), sameSupplierBits: bits }),
    model: text,
    path: z.array(linkSchema).meta({
      description: 'Chain of links from a record of `a` to a record of `b`. Empty if `a` and `b` are not one product.',
    }),
    weakest: linkSchema.nullable().meta({ description: 'Link of the path with the lowest confidence.' }),
    curatedBy: z.array(curationSchema),
    reasons: z.array(reasonSchema).meta({
      description: 'Why `a` and `b` are not one product. The first reason was decisive. Empty if they are one product.',
    }),
  })
  .meta({ id: 'ExplainedPair' })
