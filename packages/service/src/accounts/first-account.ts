import { RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import { OPERATOR } from '../access/actor.ts'
import { putNewKey } from '../keys/keys.ts'
import type { Account } from '../model/account.ts'
import { FIRST_PLAN } from '../model/plan.ts'
import { Accounts } from './accounts.ts'
import { ensurePlans } from './plans.ts'
import type { AccountBook } from './repository/account-book.ts'

/** The new account with the text of its key. The text is returned only once. */
export interface FirstAccount {
  readonly account: Account
  readonly text: string
}

/** A constant id, so that only one of several starting processes creates the account. */
const FIRST_ACCOUNT = '00000000-0000-7000-8000-000000000000'

/**
 * Initializes an empty store: the shipped plans, and the operator's account on Enterprise without limits, with a key
 * that has all permissions.
 *
 * @returns undefined if accounts exist already and the first one has ever had a key. If that key is lost, create
 * another at the command line.
 */
export async function ensureFirstAccount(book: AccountBook, name: string): Promise<FirstAccount | undefined> {
  await ensurePlans(book.store)
  if ((await book.store.range('accounts', { limit: 1 })).length === 0) {
    const input = { name, plan: FIRST_PLAN, operator: true }
    await new Accounts(book).create(OPERATOR, input, FIRST_ACCOUNT).catch((error: unknown) => {
      if (!(error instanceof RegistryError && error.code === 'already_exists')) throw error
    })
  }
  const [first] = await book.store.read('accounts', [rowKey(FIRST_ACCOUNT)])
  if (first === undefined) return undefined
  return book.change(FIRST_ACCOUNT, OPERATOR, async (step) => {
    if ((await step.all('api_keys')).length > 0) return undefined
    const { text } = await putNewKey(step, { name: 'First key', scopes: ['*'] }, book.environment.random)
    return { account: step.account, text }
  })
}
