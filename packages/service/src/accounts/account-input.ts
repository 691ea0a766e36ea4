import { z } from 'zod'
import { ID_INPUT } from '../input/id-input.ts'
import { ROW_NAME } from './member-input.ts'

/** A new account. */
export interface NewAccount {
  readonly name: string
  readonly plan: string
  /** Whether owners and keys of the account may have `admin:*`. */
  readonly operator?: boolean
}

/** A change of an account. Absent fields stay as they are. */
export interface AccountChange {
  readonly name?: string
  readonly plan?: string
  readonly status?: 'active' | 'suspended'
  readonly apiVersion?: number
}

const plan = ID_INPUT

/** Checks a new account. */
export const NEW_ACCOUNT: z.ZodType<NewAccount> = z.strictObject({
  name: ROW_NAME,
  plan,
  operator: z.boolean().exactOptional(),
})

/** Checks a change of an account. */
export const ACCOUNT_CHANGE: z.ZodType<AccountChange> = z.strictObject({
  name: ROW_NAME.exactOptional(),
  plan: plan.exactOptional(),
  status: z.enum(['active', 'suspended']).exactOptional(),
  apiVersion: z.int().min(1).exactOptional(),
})
