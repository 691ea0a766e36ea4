import { ESTIMATE_REASONS, SEPARATED_REASONS } from '@utpid/core/codes'
import type { EstimateReason, SeparatedReason } from '@utpid/core/operations'
import { z } from 'zod'
import { rejectionSchema, repairSchema } from './record.ts'
import { confidence, utpidText } from './shared.ts'

const OUTCOMES = [
  'linked',
  'created',
  'alerted',
  'updated',
  'unchanged',
  'suppressed',
  'superseded',
  'removed',
  'absent',
  'kept',
] as const
const reasons = Object.keys(SEPARATED_REASONS) as [SeparatedReason, ...SeparatedReason[]]
const estimateReasons = Object.keys(ESTIMATE_REASONS) as [EstimateReason, ...EstimateReason[]]

const count = z.int().min(0)
const repairs = z.array(repairSchema)
const lineFields = {
  index: count.meta({ description: 'Position in the feed, from 0.' }),
  line: z.int().min(1).optional().meta({ description: 'Line of the feed, from 1.' }),
}

const writtenSchema: z.ZodType = z
  .object({
    ...lineFields,
    outcome: z.enum(OUTCOMES).meta({
      description:
        'Outcome when the record was written; `counts` of the job are final. Removals: `removed`; `absent` if the code is unknown or its record already inactive; `kept` if another request wrote the record meanwhile.',
    }),
    supplier: z.string(),
    code: z.string(),
    utpid: utpidText.optional().meta({ description: 'Absent for a superseded record and a removal.' }),
    confidence: confidence.optional(),
    repairs,
  })
  .meta({ id: 'ImportedRecord' })

const rejectedSchema: z.ZodType = z
  .object({
    ...lineFields,
    outcome: z.literal('rejected'),
    rejection: rejectionSchema,
    repairs,
  })
  .meta({ id: 'RejectedRecord' })

const unreadableSchema: z.ZodType = z
  .object({
    ...lineFields,
    outcome: z.literal('unreadable'),
    error: z.object({ code: z.string(), message: z.string() }),
  })
  .meta({ id: 'UnreadableLine' })

const fullSchema: z.ZodType = z
  .object({
    outcome: z.literal('full'),
    supplier: z.string(),
    known: count.meta({ description: 'Active records before the feed.' }),
    missing: count.meta({ description: 'Active records missing from the feed.' }),
    writtenMeanwhile: count.meta({
      description: 'Records missing from the feed that another request wrote since the feed started. They stay active.',
    }),
    deactivated: count.meta({ description: 'Missing records deactivated now.' }),
    change: count.meta({ description: 'The last change.' }),
  })
  .meta({
    id: 'FullFeedResult',
    description: 'For a full feed, once per supplier: result for records missing from the feed.',
  })

const lossSchema: z.ZodType = z
  .object({
    outcome: z.literal('loss'),
    suppliers: z.array(
      z.object({
        supplier: z.string(),
        known: count.meta({ description: 'Active records before the import.' }),
        ending: count.meta({ description: 'Records that would end.' }),
        isExcessive: z.boolean().meta({ description: 'More would end than allowed.' }),
      }),
    ),
    allowLoss: z.number().min(0).max(1),
    ending: count,
    retiring: count.meta({ description: 'Products that would lose their last active record.' }),
  })
  .meta({
    id: 'ImportLoss',
    description: 'First result of an import that failed with `excessive_loss`. Nothing was written.',
  })

const endingSchema: z.ZodType = z
  .object({
    outcome: z.literal('ending'),
    supplier: z.string(),
    code: z.string(),
    name: z.string(),
    city: z.string().optional(),
    utpid: utpidText,
    reason: z.enum(['missing', 'removed']),
    isLast: z.boolean().meta({ description: 'The product would have no active record left.' }),
  })
  .meta({ id: 'EndingRecord', description: 'A record that would end, after `loss`: the first 1,000.' })

const separatedSchema: z.ZodType = z
  .object({
    outcome: z.literal('separated'),
    total: z.int().min(1),
    byReason: z.partialRecord(z.enum(reasons), count),
    links: z
      .array(
        z.object({
          supplier: z.string(),
          code: z.string(),
          from: utpidText.meta({ description: 'Previous product of the record.' }),
          to: utpidText.meta({ description: 'Current product of the record.' }),
          reason: z.enum(reasons),
          alertId: z.string().nullable().meta({ description: 'Duplicate alert for both products.' }),
        }),
      )
      .meta({ description: 'The first 1,000.' }),
  })
  .meta({
    id: 'SeparatedResult',
    description: 'At the end, if any: records separated from records of their previous product, and why.',
  })

const dryRunRecord = {
  index: count.meta({ description: 'Position in the feed, from 0.' }),
  line: z.int().min(1).optional(),
  supplier: z.string().optional(),
  code: z.string().optional(),
  name: z.string().optional().meta({ description: 'Name as the feed states it.' }),
}

const dryRunExamples = z.array(
  z
    .object({
      ...dryRunRecord,
      product: z
        .object({
          name: z.string(),
          utpid: utpidText.optional().meta({ description: 'Absent for a product that the import would create.' }),
          record: z
            .object({ supplier: z.string(), code: z.string() })
            .optional()
            .meta({ description: 'Another record of the product.' }),
        })
        .optional()
        .meta({ description: 'The product of a linked record, or the product that an alerted record looks like.' }),
      confidence: confidence.optional(),
    })
    .meta({ id: 'DryRunExample' }),
)

const dryRunSchema: z.ZodType = z
  .object({
    outcome: z.literal('dry_run'),
    estimates: z.array(z.enum(estimateReasons)).meta({
      description: 'Why the counts are estimates. Empty if an import now would have exactly these counts.',
    }),
    newSuppliers: z.array(z.string()).meta({ description: 'Suppliers that the registry does not know yet.' }),
    examples: z
      .object(Object.fromEntries(OUTCOMES.map((outcome) => [outcome, dryRunExamples])))
      .meta({ description: 'The first records of each outcome at the end of the dry run, at most 5 of each.' }),
    rejections: z
      .array(
        z.object({
          code: z.string(),
          count,
          examples: z.array(z.object({ ...dryRunRecord, message: z.string(), field: z.string().optional() })),
        }),
      )
      .meta({ description: 'Rejected records by reason.' }),
    repairs: z
      .array(
        z.object({
          code: z.string(),
          count: count.meta({ description: 'Records with this repair.' }),
          examples: z.array(
            z.object({
              ...dryRunRecord,
              field: z.string(),
              before: z.string().optional(),
              after: z.string().optional(),
            }),
          ),
        }),
      )
      .meta({ description: 'Repaired records by repair.' }),
  })
  .meta({ id: 'DryRunResult', description: 'The last result of a dry run.' })

/** One result of an import. Results of lines come first, in order; results known only at the end follow. */
export const importResultSchema: z.ZodType = z.union([
  writtenSchema,
  rejectedSchema,
  unreadableSchema,
  separatedSchema,
  fullSchema,
  lossSchema,
  endingSchema,
  dryRunSchema,
])
