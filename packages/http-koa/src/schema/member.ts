import { ROLE_NAMES } from '@utpid/service/internal'
import { z } from 'zod'
import { timestamp } from './shared.ts'

export const memberSchema: z.ZodType = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLE_NAMES as [string, ...string[]]),
    status: z.enum(['invited', 'active', 'disabled']),
    disabledBy: z
      .enum(['provider'])
      .optional()
      .meta({ description: 'Set if a sign-in with the provider disabled the member, who has no group with a role.' }),
    totp: z.boolean().meta({ description: 'Whether the password needs a second factor.' }),
    provider: z.boolean().meta({ description: 'Whether the member signs in with the sign-in provider.' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Member' })
