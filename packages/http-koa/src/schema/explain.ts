import { z } from 'zod'
import { comparisonSchema, explanationFields } from './match.ts'
import { confidence, timestamp, utpidText } from './shared.ts'

/** What `why` and `whyNot` of a registry answer, field by field. */

const text = z.string()
const code = z.object({ supplier: text, code: text }).meta({ id: 'RecordCode', description: 'Names a record.' })
const bits = z.number().meta({ description: 'In bits: one more doubles the odds.' })
const change = z.int().meta({ description: 'The step it was made in: an undo takes it.' })

const sideSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('product'),
      asked: utpidText,
      status: z.enum(['active', 'merged', 'deleted', 'retired']),
      utpid: utpidText.nullable().meta({ description: 'The active product; null when there is none any more.' }),
      name: text,
      records: z.int(),
    }),
    z.object({
      kind: z.literal('record'),
      supplier: text,
      code: text,
      status: z.enum(['active', 'ended']),
      utpid: utpidText.nullable().meta({ description: 'The product it is with; null when it has ended.' }),
      name: text,
    }),
    z.object({ kind: z.literal('input'), name: text.nullable() }),
  ])
  .meta({ id: 'ExplainedSide' })

const pairSchema = z
  .object({
    a: code.nullable().meta({ description: 'The record of a that is compared; null for an input.' }),
    b: code.nullable().meta({ description: 'The record of b that is compared; null for an input.' }),
    confidence,
    ...explanationFields,
    comparisons: z.array(comparisonSchema).meta({ description: '`input` is what a says, `record` what b says.' }),
  })
  .meta({ id: 'PairEvidence', description: 'How two records compare. Weights and bits are in bits.' })

const rulingSchema = z
  .object({
    records: z.array(code).length(2),
    verdict: z.enum(['same', 'different']),
    by: text,
    at: timestamp,
    change,
    note: text.optional(),
  })
  .meta({ id: 'Ruling', description: 'What a person decided on two records.' })

const keepingSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('verified'), by: text, at: timestamp, method: text }),
    z.object({ kind: z.literal('pinned'), by: text, at: timestamp, field: text }),
    z.object({ kind: z.literal('ruled'), ruling: rulingSchema }),
  ])
  .meta({ id: 'Keeping', description: 'What makes a product one that people keep.' })

const linked = { from: code, to: code, confidence }
const byMachine = { ...linked, weight: bits, model: text, epoch: z.int() }
const linkSchema = z
  .discriminatedUnion('method', [
    z.object({ method: z.literal('model'), ...byMachine }),
    z.object({ method: z.literal('identifier'), ...byMachine }),
    z.object({ method: z.literal('ruling'), ...linked, ruling: rulingSchema }),
    z.object({ method: z.literal('kept'), ...linked, keptBy: z.array(keepingSchema) }),
  ])
  .meta({ id: 'JoiningLink', description: 'What joins two records of one product.' })

const keySchema = z
  .object({
    from: z.array(text).meta({ description: 'What it is made of, for example `coordinates` and `name`.' }),
    words: z.array(text).meta({ description: 'Words of the name in it.' }),
    records: z.int().meta({ description: 'Records that carry it.' }),
    most: z.int().meta({ description: 'Records that it may be on to be asked.' }),
  })
  .meta({ id: 'ExplainedKey', description: 'A blocking key that a record is found by.' })
const keys = z.array(keySchema)

const profile = z.object({ category: text.nullable(), profile: text })

/** One schema for each reason, by its code. */
const reasonSchema = z
  .discriminatedUnion('code', [
    z.object({
      code: z.literal('gone'),
      side: z.enum(['a', 'b']),
      status: z.enum(['deleted', 'retired', 'ended']),
      deletion: z.object({ by: text, at: timestamp, change }).nullable(),
    }),
    z.object({
      code: z.literal('ruled_different'),
      direct: z.boolean().meta({ description: 'Whether the ruling is on records that were asked about.' }),
      rulings: z.array(rulingSchema).meta({ description: 'At most ten.' }),
      total: z.int(),
      through: z
        .array(rulingSchema)
        .meta({ description: 'Rulings of same that lead to the records of the first ruling.' }),
    }),
    z.object({ code: z.literal('code_known'), utpid: utpidText, drifted: z.boolean() }),
    z.object({
      code: z.literal('copy'),
      side: z.enum(['a', 'b']),
      of: z.object({ supplier: text, code: text }).meta({ description: 'The record that stands for it.' }),
    }),
    z.object({ code: z.literal('no_common_key'), a: keys, b: keys }),
    z.object({ code: z.literal('crowded_keys'), keys }),
    z.object({ code: z.literal('city_not_asked'), keys }),
    z.object({ code: z.literal('vetoed'), comparisons: z.array(comparisonSchema) }),
    z.object({ code: z.literal('same_supplier'), supplier: text, weight: bits, needs: bits, bitsShort: bits }),
    z.object({
      code: z.literal('below_match'),
      confidence,
      threshold: z.number(),
      bitsShort: bits,
      costliest: z.array(comparisonSchema),
      alertId: text.nullable().meta({ description: 'The open alert that asks a person.' }),
    }),
    z.object({ code: z.literal('kept_apart'), a: z.array(keepingSchema), b: z.array(keepingSchema) }),
    z.object({
      code: z.literal('other_pair_forbids'),
      pairs: z
        .array(z.object({ a: code, b: code, by: z.enum(['veto', 'same_supplier']), weight: bits }))
        .meta({ description: 'At most ten.' }),
      total: z.int(),
    }),
    z.object({ code: z.literal('groups_disagree'), mean: z.number(), threshold: z.number(), pairs: z.int() }),
    z.object({ code: z.literal('ambiguous'), rival: utpidText, bitsAhead: bits, needs: bits }),
    z.object({ code: z.literal('other_product'), utpid: utpidText, confidence }),
    z.object({ code: z.literal('other_code_of_supplier'), codes: z.array(code) }),
    z.object({ code: z.literal('joined_otherwise') }),
    z.object({ code: z.literal('different_profile'), a: profile, b: profile }),
  ])
  .meta({ id: 'WhyNotReason', description: 'A reason why two are not one product, by its code.' })

/** How two compare, what joins them or what keeps them apart. */
export const explainedSchema: z.ZodType = z
  .object({
    a: sideSchema,
    b: sideSchema,
    together: z.boolean().meta({
      description: 'Whether they are one product now; with an input, whether it would be linked to it.',
    }),
    pair: pairSchema.nullable().meta({
      description:
        'The two records that are compared: of products those that an open alert between them rests on, else the most alike. Null when there are no two different records.',
    }),
    repairs: z.array(z.looseObject({ code: text })),
    thresholds: z.object({ match: z.number(), review: z.number(), marginBits: bits, sameSupplierBits: bits }),
    model: text,
    path: z
      .array(linkSchema)
      .meta({ description: 'The links that join a record of a with one of b. Empty when they are not together.' }),
    weakest: linkSchema.nullable().meta({ description: 'The link of the path with the lowest confidence.' }),
    keptBy: z.array(keepingSchema),
    reasons: z.array(reasonSchema).meta({
      description: 'Why they are not one product: what stopped it first. Empty when they are together.',
    }),
  })
  .meta({ id: 'ExplainedPair' })
