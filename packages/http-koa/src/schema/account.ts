import { z } from 'zod'
import { timestamp } from './shared.ts'

export const planSchema: z.ZodType = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    callsPerMonth: z.int().optional(),
    burstPerSecond: z.int().optional(),
    batchSize: z.int(),
    webhooks: z.int().optional(),
    keys: z.int().optional(),
    jobs: z.int().optional(),
    keyLimits: z.boolean(),
  })
  .meta({ id: 'Plan', description: 'An absent limit means that the number is unlimited.' })

export const accountSchema: z.ZodType = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(['active', 'suspended']),
    plan: planSchema,
    apiVersion: z.int().meta({ description: 'Default API version for requests of the account.' }),
    operator: z.boolean().optional().meta({ description: 'Set for the account of the operator of the service.' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Account' })

/** An account as the operator sees it, with the id of its plan. */
export const adminAccountSchema: z.ZodType = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(['active', 'suspended']),
    plan: z.string(),
    apiVersion: z.int(),
    operator: z.boolean().optional(),
    createdAt: timestamp,
  })
  .meta({ id: 'AdminAccount' })
