import { z } from 'zod'

const guessSchema = z.object({
  kind: z.string().meta({ description: 'Kind of the values, such as `phone`.' }),
  target: z.string().optional().meta({ description: 'Field for such values.' }),
  confidence: z.number().min(0).max(1),
})

/** The columns of an imported feed with their fields. */
export const columnReportSchema: z.ZodType = z
  .object({
    rows: z.int().min(0).meta({ description: 'Rows that were read.' }),
    columns: z.array(
      z.object({
        path: z.string().meta({ description: 'Column or path; a list ends in `[]`: `phones[].number`.' }),
        filled: z.int().min(0).meta({ description: 'Rows with a value.' }),
        examples: z.array(z.string()).meta({ description: 'Up to three distinct values.' }),
        targets: z.array(z.string()).meta({
          description: 'Fields that it became; `removed` if it only marks removals; empty if it stays in `extra`.',
        }),
        by: z.enum(['name', 'value', 'mapping', 'recipe', 'removal']).optional(),
        kept: z.int().min(0).meta({ description: 'Rows whose value stays in `extra`.' }),
        guess: guessSchema.optional().meta({ description: 'Probable meaning by the values.' }),
      }),
    ),
    more: z.int().min(0).meta({ description: 'Further columns that are not listed.' }),
    constants: z.array(z.object({ target: z.string(), value: z.string() })),
  })
  .meta({ id: 'ColumnReport' })
