import type { PartedReason } from '@utpid/core'
import { PARTED_REASONS } from '@utpid/core/codes'
import { z } from 'zod'
import { confidence, utpidText } from './shared.ts'

const OUTCOMES = ['linked', 'created', 'alerted', 'updated', 'unchanged', 'withheld', 'superseded'] as const
const reasons = Object.keys(PARTED_REASONS) as [PartedReason, ...PartedReason[]]

const count = z.int().min(0)
const repairs = z.array(z.looseObject({ code: z.string() }))
const lineFields = {
  index: count.meta({ description: 'Place in the feed, 0 first.' }),
  line: z.int().min(1).optional().meta({ description: 'Line of the feed, 1 first.' }),
}

const writtenSchema: z.ZodType = z
  .object({
    ...lineFields,
    outcome: z
      .enum(OUTCOMES)
      .meta({ description: 'When its part was written; `counts` of the job are those at its end.' }),
    supplier: z.string(),
    code: z.string(),
    utpid: utpidText.optional().meta({ description: 'Absent of one that was superseded.' }),
    confidence: confidence.optional(),
    repairs,
  })
  .meta({ id: 'ImportedRecord' })

const rejectedSchema: z.ZodType = z
  .object({
    ...lineFields,
    outcome: z.literal('rejected'),
    rejection: z.looseObject({ code: z.string(), message: z.string() }),
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
    missing: count.meta({ description: 'Of those, the ones that did not come.' }),
    spared: count.meta({
      description: 'Did not come either, but somebody else has written them since the feed began.',
    }),
    ended: count.meta({ description: 'Of the missing ones, those that ended now.' }),
    refused: z.boolean().meta({ description: 'More is missing than is allowed: none of them ended.' }),
    change: count.meta({ description: 'The last change.' }),
  })
  .meta({
    id: 'FullFeedResult',
    description: 'Of a full feed, once for each supplier: what became of records that did not come.',
  })

const partedSchema: z.ZodType = z
  .object({
    outcome: z.literal('parted'),
    total: z.int().min(1),
    byReason: z.partialRecord(z.enum(reasons), count),
    links: z
      .array(
        z.object({
          supplier: z.string(),
          code: z.string(),
          from: utpidText.meta({ description: 'The product it was in.' }),
          to: utpidText.meta({ description: 'The product it is in.' }),
          reason: z.enum(reasons),
          alertId: z.string().nullable().meta({ description: 'The alert that asks whether both are one.' }),
        }),
      )
      .meta({ description: 'The first 1,000.' }),
  })
  .meta({
    id: 'PartedResult',
    description: 'At the end, if there are any: records that are not with those any more that they were with, and why.',
  })

/** One result of an import: lines in their order, then what is known at the end only. */
export const importResultSchema: z.ZodType = z.union([
  writtenSchema,
  rejectedSchema,
  unreadableSchema,
  partedSchema,
  fullSchema,
])
