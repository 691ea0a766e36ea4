import { READ_MOST, rowKey } from '@utpid/core/storage'
import { z } from 'zod'
import { type Actor, OPERATOR } from '../access/actor.ts'
import { noPlan } from '../access/not-found.ts'
import { requireScope } from '../access/power.ts'
import { auditedBy, auditWrite } from '../audit/audit-write.ts'
import { OPERATOR_TRAIL } from '../audit/list-audit.ts'
import { parseInput } from '../input/parse-input.ts'
import { textInput } from '../input/text-input.ts'
import { type Plan, SHIPPED_PLANS } from '../model/plan.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'
import type { AccountBook } from './repository/account-book.ts'
import { settlePlan } from './settle-plan.ts'

const NAME_MOST = 100
const COUNT_MOST = 1_000_000_000
const BURST_MOST = 1_000_000
const BATCH_MOST = 1_000_000

const count = z.int().min(0).max(COUNT_MOST)

const terms = {
  name: textInput({ least: 1, most: NAME_MOST, isTrimmed: true, form: 'line' }),
  callsPerMonth: count.exactOptional(),
  burstPerSecond: z.int().min(1).max(BURST_MOST).exactOptional(),
  batchSize: z.int().min(1).max(BATCH_MOST),
  webhooks: count.exactOptional(),
  keys: count.exactOptional(),
  jobs: z.int().min(1).max(COUNT_MOST).exactOptional(),
  keyLimits: z.boolean(),
}

/** A plan without its id. */
export const PLAN_TERMS: z.ZodType<Omit<Plan, 'id'>> = z.strictObject(terms)

/** Checks the id of a plan. */
export const PLAN_ID: z.ZodString = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a slug: a-z, 0-9, single dashes')
  .max(NAME_MOST)

/** Checks a plan. */
export const PLAN: z.ZodType<Plan> = z.strictObject({
  id: PLAN_ID,
  ...terms,
})

/** Writes the shipped plans into a store that has none. */
export async function ensurePlans(store: ServiceStore): Promise<void> {
  if ((await store.range('plans', { limit: 1 })).length > 0) return
  // Of two that begin at once one is told that there is a row already: by the other, with the same plans.
  await store.write(SHIPPED_PLANS.map((row) => ({ table: 'plans', key: rowKey(row.id), row, expect: 'absent' })))
}

/** What accounts may use, made and changed by the operator. */
export class Plans {
  readonly #book: AccountBook

  constructor(book: AccountBook) {
    this.#book = book
  }

  /** By their ids. */
  async list(): Promise<Plan[]> {
    return (await this.#book.store.range('plans', { limit: READ_MOST })).map(({ row }) => row)
  }

  /** @throws `not_found` */
  async get(id: string): Promise<Plan> {
    const [stored] = await this.#book.store.read('plans', [rowKey(id)])
    if (stored === undefined) throw noPlan(id)
    return stored.row
  }

  /**
   * Makes a plan or changes it for all accounts that have it: what is too much under it is disabled, what was and no
   * longer is, enabled. When it fails between the two, {@link settle} does the rest.
   */
  async put(actor: Actor, plan: Plan): Promise<Plan> {
    if (actor !== OPERATOR) requireScope(actor, 'admin:plans')
    const row = parseInput(PLAN, plan)
    const { store, ids, environment } = this.#book
    const write: RowWrite = { table: 'plans', key: rowKey(row.id), row }
    const entry = {
      by: auditedBy(actor),
      accountId: OPERATOR_TRAIL,
      action: 'plan.put',
      target: row.id,
      details: { ...row },
    }
    await store.write([write, auditWrite(ids, environment, entry)])
    await this.settle(row.id)
    return row
  }

  /** Brings accounts to what their plans allow: those of one plan, or all. Repeating it changes nothing. */
  async settle(planId?: string): Promise<void> {
    let after: string | undefined
    for (;;) {
      const limit = 1_000
      const rows = await this.#book.store.range('accounts', { limit, ...(after === undefined ? {} : { after }) })
      for (const { row } of rows) {
        if (planId !== undefined && row.plan !== planId) continue
        await this.#book.change(row.id, OPERATOR, async (step) => {
          // Of a plan that was changed also when nothing is to be done: a key that is made meanwhile under the former terms
          // must not be missed. At the start of a process nothing is written, so that others keep what they know.
          if (planId !== undefined) step.touch()
          await settlePlan(step, step.plan)
        })
      }
      after = rows.at(-1)?.key
      if (rows.length < limit) return
    }
  }
}
