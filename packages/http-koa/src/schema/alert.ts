import { z } from 'zod'
import { confidence, timestamp, utpidText } from './shared.ts'

export const ALERT_STATUSES = ['open', 'merged', 'dismissed', 'withdrawn', 'all'] as const
export const ALERT_ORDERS = ['informationGain', 'confidence', 'detectedAt'] as const

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
