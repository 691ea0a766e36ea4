import { defined, type StoredRow } from '@utpid/core/storage'
import { purposeOf } from '../second-factor/totp-purpose.ts'
import type { SecretBox } from '../secrets/seal.ts'
import type { ServiceStore } from '../store/service-store.ts'
import type { ServiceRows } from '../store/service-tables.ts'
import { decryptSecret } from './webhook-secret.ts'

/** Rows per read. Other tasks run between reads. */
const PAGE = 1_000

/** The number of secrets of active webhooks and of second factors that a key can decrypt. */
export interface TriedSecrets {
  readonly tried: number
  readonly unreadable: number
}

/**
 * Tries to decrypt the newest secret of each active webhook, and the second factor of each member. If the key is wrong,
 * no delivery can be signed, and those members cannot sign in with a code.
 */
export async function trySecrets(store: ServiceStore, secrets: SecretBox): Promise<TriedSecrets> {
  let [tried, unreadable] = [0, 0]
  const count = (isReadable: boolean): void => {
    tried++
    if (!isReadable) unreadable++
  }
  for await (const { row } of rowsOf(store, 'webhooks')) {
    const [newest] = row.secrets
    if (row.status !== 'active' || newest === undefined) continue
    count(decryptSecret(secrets, row.id, newest) !== undefined)
  }
  for await (const { row } of rowsOf(store, 'members')) {
    if (row.totp !== undefined) count(canOpen(secrets, row.totp.secret, purposeOf(row)))
  }
  return { tried, unreadable }
}

function canOpen(secrets: SecretBox, sealed: string, purpose: string): boolean {
  try {
    secrets.open(sealed, purpose)
    return true
  } catch {
    return false
  }
}

async function* rowsOf<Table extends 'webhooks' | 'members'>(
  store: ServiceStore,
  table: Table,
): AsyncGenerator<StoredRow<ServiceRows[Table]>> {
  for (let after: string | undefined; ; ) {
    const page = await store.range(table, { limit: PAGE, ...defined({ after }) })
    yield* page
    after = page.at(-1)?.key
    if (page.length < PAGE || after === undefined) return
  }
}
