import { z } from 'zod'
import { confidence, timestamp, utpidText } from './shared.ts'

export const ALERT_STATUSES = ['open', 'merged', 'dismissed', 'withdrawn', 'all'] as const
export const ALERT_ORDERS = ['gain', 'confidence', 'detectedAt'] as const

export const alertSchema: z.ZodType = z
  .object({
    alertId: z.string(),
    utpids: z.tuple([utpidText, utpidText]),
    names: z.tuple([z.string(), z.string()]),
    confidence,
    gain: z.number(),
    status: z.enum(['open', 'merged', 'dismissed', 'withdrawn']),
    detectedAt: timestamp,
    resolvedAt: timestamp.nullable(),
    records: z
      .array(z.object({ supplier: z.string(), code: z.string() }))
      .length(2)
      .meta({ description: 'The two records that it rests on, that of the first product first.' }),
    copies: z.int().min(2).nullable().meta({
      description:
        'How many records of one supplier say the same under as many codes: a decision is about all of them. Null of any other alert.',
    }),
    crowded: z.boolean().meta({
      description:
        'The two were one product until too many records carried their keys: nothing compares them any more.',
    }),
  })
  .meta({ id: 'DuplicateAlert' })

/** What a decision did. */
export const decisionSchema: z.ZodType = z
  .object({
    change: z.int().meta({ description: 'The step it was made in: an undo takes it.' }),
    utpids: z.array(utpidText),
    ended: z.array(z.object({ utpid: utpidText, into: utpidText.nullable() })),
    changed: z.boolean(),
  })
  .meta({ id: 'Decision' })
