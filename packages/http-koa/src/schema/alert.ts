import { ALERT_ORDERS, ALERT_REASONS, type AlertOrder } from '@utpid/core/operations'
import { z } from 'zod'
import { confidence, timestamp, utpidText } from './shared.ts'

export const ALERT_STATUSES = ['open', 'merged', 'dismissed', 'withdrawn', 'all'] as const

/** The order of alerts as a query parameter. */
export const alertOrder: z.ZodOptional<z.ZodEnum<{ [Order in AlertOrder]: Order }>> = z
  .enum(ALERT_ORDERS, `must be one of ${ALERT_ORDERS.join(', ')}`)
  .optional()

export const alertSchema: z.ZodType = z
  .object({
    alertId: z.string(),
    utpids: z.tuple([utpidText, utpidText]),
    names: z.tuple([z.string(), z.string()]),
    confidence,
    informationGain: z.number(),
    status: z.enum(['open', 'merged', 'dismissed', 'withdrawn']),
    detectedAt: timestamp,
    resolvedAt: timestamp.nullable(),
    records: z
      .array(z.object({ supplier: z.string(), code: z.string() }))
      .length(2)
      .meta({ description: 'The two records that caused the alert, the record of the first product first.' }),
    copies: z.int().min(2).nullable().meta({
      description:
        'Number of records of one supplier with the same content under different codes: a decision covers all of them. Null for other alerts.',
    }),
    reason: z.enum(ALERT_REASONS).nullable().meta({
      description:
        'Why the machine left the two to a person. `kept_apart`: the two records are alike, but other records, a curated product or a decision keep the products apart. Null for an alert of an earlier version.',
    }),
    bookings: z.number().min(0).nullable().meta({
      description: 'Bookings of all records of both products together; null if no record counts bookings.',
    }),
    marks: z
      .array(
        z.object({
          kind: z.enum(['unsure', 'note', 'proposal']),
          actor: z.string(),
          at: timestamp,
          note: z.string().optional(),
          resolution: z.enum(['merge', 'dismiss']).optional(),
        }),
      )
      .meta({ description: 'The marks of people, oldest first.' }),
    skippedKeys: z.boolean().meta({
      description:
        'The two were one product until too many records shared their blocking keys. They are no longer compared.',
    }),
  })
  .meta({ id: 'DuplicateAlert' })

/** Effect of a curator decision. */
export const decisionSchema: z.ZodType = z
  .object({
    change: z.int().meta({ description: 'Change number of the decision, for undo.' }),
    utpids: z.array(utpidText),
    inactive: z.array(z.object({ utpid: utpidText, into: utpidText.nullable() })),
    changed: z.boolean(),
    products: z
      .array(
        z.object({
          utpid: utpidText.nullable().meta({ description: 'Null for a product that the decision would create.' }),
          name: z.string(),
          verified: z.boolean(),
          records: z.array(z.object({ supplier: z.string(), code: z.string(), name: z.string() })),
        }),
      )
      .optional()
      .meta({ description: 'Only with `dryRun`: the products that would be active after the decision.' }),
  })
  .meta({ id: 'Decision' })

export const DECISION_KINDS = [
  'merge',
  'dismiss',
  'split',
  'delete',
  'pin',
  'unpin',
  'verify',
  'unverify',
  'undo',
] as const

/** A curator decision in a list. */
export const listedDecisionSchema: z.ZodType = z
  .object({
    change: z.int().meta({ description: 'Change number of the decision, for undo.' }),
    at: timestamp,
    kind: z.enum(DECISION_KINDS),
    actor: z.string().meta({ description: 'The author: `member:` or `key:` with an id, or a name.' }),
    note: z.string().optional(),
    undoes: z.int().optional().meta({ description: 'For an undo, the change that it undid.' }),
    undoneBy: z.int().optional().meta({ description: 'The change that undid this decision.' }),
    products: z
      .array(
        z.object({
          utpid: utpidText,
          name: z.string(),
          active: z.boolean().meta({ description: 'False if the product is merged, deleted or retired now.' }),
        }),
      )
      .meta({ description: 'The products as they were before the decision.' }),
  })
  .meta({ id: 'ListedDecision' })
