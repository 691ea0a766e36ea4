import type { ErrorCode } from '@utpid/core'
import { ERROR_CODES } from '@utpid/core/codes'
import { z } from 'zod'

/** The schema of a problem (RFC 9457). The schema is open: members may be added. */
export const problemSchema: z.ZodType = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int().min(400).max(599),
    code: z
      .enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]])
      .meta({ description: 'For programs; `/docs/errors` explains each code.' }),
    detail: z.string(),
    requestId: z.string(),
    errors: z
      .array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
      .max(100)
      .optional(),
  })
  .meta({ id: 'Problem' })
