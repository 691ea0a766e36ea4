import { ADVICE_CODES, type AdviceCode } from '@utpid/core/operations'
import { z } from 'zod'

const codes = Object.keys(ADVICE_CODES) as [AdviceCode, ...AdviceCode[]]

/** One thing that would help the records of a supplier. */
export const adviceSchema: z.ZodType = z
  .object({
    code: z.enum(codes),
    message: z.string(),
    command: z.string().optional().meta({ description: 'Command of utpid, or option of `utpid import`, that helps.' }),
    records: z.int().min(0).meta({ description: 'Records concerned.' }),
    estimatedLinks: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Estimate of how many more records would be linked.' }),
    about: z.string().optional().meta({ description: 'Field, column or reason.' }),
  })
  .meta({ id: 'Advice' })
