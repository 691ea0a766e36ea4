import { defined, MAX_READ_ROWS, rowKey } from '@utpid/core/storage'
import { z } from 'zod'
import { type Actor, OPERATOR } from '../access/actor.ts'
import { noPlan } from '../access/not-found.ts'
import { requireScope } from '../access/permissions.ts'
import { auditAuthor, auditWrite } from '../audit/audit-write.ts'
import { OPERATOR_AUDIT_LOG } from '../audit/list-audit.ts'
import { parseInput } from '../input/parse-input.ts'
import { textInput } from '../input/text-input.ts'
import { type Plan, SHIPPED_PLANS } from '../model/plan.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'
import { applyPlan } from './apply-plan.ts'
import type { AccountRepository } from './repository/account-repository.ts'

const MAX_NAME = 100
const MAX_COUNT = 1_000_000_000
const MAX_BURST = 1_000_000
const MAX_BATCH = 1_000_000

const count = z.int().min(0).max(MAX_COUNT)

const terms = {
  name: textInput({ min: 1, max: MAX_NAME, isTrimmed: true, form: 'line' }),
  callsPerMonth: count.exactOptional(),
  burstPerSecond: z.int().min(1).max(MAX_BURST).exactOptional(),
  batchSize: z.int().min(1).max(MAX_BATCH),
  webhooks: count.exactOptional(),
  keys: count.exactOptional(),
  jobs: z.int().min(1).max(MAX_COUNT).exactOptional(),
  keyLimits: z.boolean(),
}

/** A plan without its id. */
export const PLAN_TERMS: z.ZodType<Omit<Plan, 'id'>> = z.strictObject(terms)

/** Checks the id of a plan. */
export const PLAN_ID: z.ZodString = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a slug: a-z, 0-9, single dashes')
  .max(MAX_NAME)

/** Checks a plan. */
export const PLAN: z.ZodType<Plan> = z.strictObject({
  id: PLAN_ID,
  ...terms,
})

/** Writes the shipped plans into a store without plans. */
export async function ensurePlans(store: ServiceStore): Promise<void> {
  if ((await store.range('plans', { limit: 1 })).length > 0) return
  // If two processes start at once, one of these writes conflicts. The other process has written the same plans.
  await store.write(SHIPPED_PLANS.map((row) => ({ table: 'plans', key: rowKey(row.id), row, expect: 'absent' })))
}

/** The plans of accounts. The operator creates and changes them. */
export class Plans {
  readonly #repository: AccountRepository

  constructor(repository: AccountRepository) {
    this.#repository = repository
  }

  /** Lists the plans by id. */
  async list(): Promise<Plan[]> {
    return (await this.#repository.store.range('plans', { limit: MAX_READ_ROWS })).map(({ row }) => row)
  }

  /** Returns a plan. @throws `not_found` */
  async get(id: string): Promise<Plan> {
    const [stored] = await this.#repository.store.read('plans', [rowKey(id)])
    if (stored === undefined) throw noPlan(id)
    return stored.row
  }

  /**
   * Creates a plan, or changes a plan for all its accounts. The change disables keys and webhooks above the new limits,
   * and enables keys and webhooks within the limits again. If the change fails between its two writes, {@link
   * applyPlans} completes the change.
   */
  async put(actor: Actor, plan: Plan): Promise<Plan> {
    if (actor !== OPERATOR) requireScope(actor, 'admin:plans')
    const row = parseInput(PLAN, plan)
    const { store, ids, environment } = this.#repository
    const write: RowWrite = { table: 'plans', key: rowKey(row.id), row }
    const entry = {
      author: auditAuthor(actor),
      accountId: OPERATOR_AUDIT_LOG,
      action: 'plan.put',
      target: row.id,
      details: { ...row },
    }
    await store.write([write, auditWrite(ids, environment, entry)])
    await this.applyPlans(row.id)
    return row
  }

  /** Applies one plan, or all plans, to their accounts. The call is idempotent. */
  async applyPlans(planId?: string): Promise<void> {
    let after: string | undefined
    for (;;) {
      const limit = 1_000
      const rows = await this.#repository.store.range('accounts', { limit, ...defined({ after }) })
      for (const { row } of rows) {
        if (planId !== undefined && row.plan !== planId) continue
        await this.#repository.change(row.id, OPERATOR, async (transaction) => {
          // For a changed plan, write the account even if it is unchanged: a concurrent creation of a key under the old
          // plan then conflicts. At process start, do not write it, so that other processes keep their caches.
          if (planId !== undefined) transaction.rewriteAccount()
          await applyPlan(transaction, transaction.plan)
        })
      }
      after = rows.at(-1)?.key
      if (rows.length < limit) return
    }
  }
}
