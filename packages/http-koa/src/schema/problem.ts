import { z } from 'zod'
import { PROBLEM_CODES, type ProblemCode } from '../errors/problem-codes.ts'

/** The schema of a problem (RFC 9457). The schema is open: members may be added. */
export const problemSchema: z.ZodType = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int().min(400).max(599),
    code: z
      .enum(Object.keys(PROBLEM_CODES) as [ProblemCode, ...ProblemCode[]])
      .meta({ description: 'For programs; `/docs/errors` explains each code.' }),
    detail: z.string(),
    requestId: z.string(),
    errors: z
      .array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
      .max(100)
      .optional(),
  })
  .meta({ id: 'Problem' })
