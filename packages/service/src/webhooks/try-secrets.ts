import type { SecretBox } from '../secrets/seal.ts'
import type { ServiceStore } from '../store/service-store.ts'
import { openedSecret } from './webhook-secret.ts'

/** Webhooks that are looked at: enough to tell a wrong key, and read in a moment. */
const LOOKED_AT = 1_000

/** How many stored secrets a key opens. */
export interface TriedSecrets {
  readonly tried: number
  readonly unreadable: number
}

/** Tries the newest secret of the first webhooks of a store: with a wrong key none of their deliveries can be signed. */
export async function trySecrets(store: ServiceStore, secrets: SecretBox): Promise<TriedSecrets> {
  const webhooks = await store.range('webhooks', { limit: LOOKED_AT })
  const unreadable = webhooks.filter(({ row }) => {
    const [newest] = row.secrets
    return newest !== undefined && openedSecret(secrets, row.id, newest) === undefined
  })
  return { tried: webhooks.length, unreadable: unreadable.length }
}
