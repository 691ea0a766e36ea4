import { z } from 'zod'
import { utpidText } from './shared.ts'

const count = z.int().min(0)
const code = z.object({ supplier: z.string(), code: z.string() })
const line = z.int().min(1).optional().meta({ description: 'Line of the file, from 1.' })

/** Fields of a contradiction, by kind. */
const contradictionFields = {
  kind: z.enum(['several_sets', 'concordances_disagree', 'judged_different']),
  concordance: z.string(),
  code: code.optional(),
  set: z.string().optional(),
  sets: z.array(z.string()).optional(),
  other: z.string().optional().meta({ description: 'The concordance in which the codes have other sets.' }),
  codes: z.array(code).optional(),
  utpids: z.array(utpidText.nullable()).optional(),
  decision: z.int().optional().meta({ description: 'Change of the decision.' }),
}

/** A contradiction of the stored concordances. */
export const contradictionSchema: z.ZodType = z.object(contradictionFields)

/** Numbers of a stored concordance. */
const storedFields = {
  name: z.string(),
  entries: count,
  added: count,
  changed: count,
  removed: count,
  records: count.meta({ description: 'Records whose identifiers changed.' }),
  codes: count.meta({ description: 'Stored codes afterwards.' }),
  contradictions: count.meta({ description: 'Codes with several sets, which do not count.' }),
  rejected: count,
  change: count,
}

/** The response to stored entries. */
export const storedConcordanceSchema: z.ZodType = z.object({
  ...storedFields,
  rejections: z.array(z.object({ index: z.int(), message: z.string() })),
})

const lossFields = {
  name: z.string(),
  known: count.meta({ description: 'Stored codes, with `supplier` those of this supplier.' }),
  ending: count.meta({ description: 'Stored codes that the file lacks.' }),
  allowLoss: z.number().min(0).max(1),
  suppliers: z.array(z.object({ supplier: z.string(), known: count, ending: count })),
}

/** One result of an import of a concordance. */
export const concordanceResultSchema: z.ZodType = z.union([
  z
    .object({
      outcome: z.literal('unreadable'),
      line,
      error: z.object({ code: z.string(), message: z.string() }),
    })
    .meta({ id: 'UnreadableConcordanceLine', description: 'A line without a set, a supplier or a code.' }),
  z
    .object({ outcome: z.literal('rejected'), line, message: z.string() })
    .meta({ id: 'RejectedConcordanceEntry', description: 'An entry that cannot be used: the first 20.' }),
  z.object({ outcome: z.literal('contradiction'), ...contradictionFields }).meta({
    id: 'ConcordanceContradiction',
    description: 'A contradiction of the concordance after the import: the first 10,000.',
  }),
  z
    .object({
      outcome: z.literal('stored'),
      ...storedFields,
      rows: count,
      unreadable: count,
      listed: count.meta({ description: 'Contradictions in the results.' }),
      more: z.boolean().meta({ description: 'There are contradictions that the results do not list.' }),
    })
    .meta({ id: 'StoredConcordance', description: 'The last result of a stored concordance.' }),
  z.object({ outcome: z.literal('loss'), ...lossFields }).meta({
    id: 'ConcordanceLoss',
    description: 'First result of an import that failed with `excessive_loss`. Nothing was written.',
  }),
  z
    .object({ outcome: z.literal('ending'), supplier: z.string(), code: z.string(), sets: z.array(z.string()) })
    .meta({ id: 'EndingCode', description: 'A stored code that the file lacks, after `loss`: the first 1,000.' }),
])
