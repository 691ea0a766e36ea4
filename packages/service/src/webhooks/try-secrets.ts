import { defined } from '@utpid/core/storage'
import type { SecretBox } from '../secrets/seal.ts'
import type { ServiceStore } from '../store/service-store.ts'
import { decryptSecret } from './webhook-secret.ts'

/** Webhooks per read. Other tasks run between reads. */
const PAGE = 1_000

/** The number of secrets of active webhooks that a key can decrypt. */
export interface TriedSecrets {
  readonly tried: number
  readonly unreadable: number
}

/** Tries to decrypt the newest secret of each active webhook. If the key is wrong, no delivery can be signed. */
export async function trySecrets(store: ServiceStore, secrets: SecretBox): Promise<TriedSecrets> {
  let [tried, unreadable] = [0, 0]
  for (let after: string | undefined; ; ) {
    const page = await store.range('webhooks', { limit: PAGE, ...defined({ after }) })
    for (const { row } of page) {
      const [newest] = row.secrets
      if (row.status !== 'active' || newest === undefined) continue
      tried++
      if (decryptSecret(secrets, row.id, newest) === undefined) unreadable++
    }
    after = page.at(-1)?.key
    if (page.length < PAGE || after === undefined) return { tried, unreadable }
  }
}
