import { keyParts, keyPrefix, rowKey } from '@utpid/core/storage'

/** The properties that all calls of a usage row share. */
export interface UsageName {
  readonly accountId: string
  /** `2026-11-22T18`, UTC. */
  readonly hour: string
  /** Id of the key. Empty for calls of a session without a key. */
  readonly keyId: string
  /** Method and route. */
  readonly endpoint: string
  readonly status: number
  readonly instance: string
}

export function usageKey({ accountId, hour, keyId, endpoint, status, instance }: UsageName): string {
  return rowKey(accountId, hour, keyId, endpoint, status, instance)
}

export function usagePrefix(accountId: string): string {
  return keyPrefix(accountId)
}

export function usageNameOf(key: string): UsageName {
  const [accountId = '', hour = '', keyId = '', endpoint = '', status = '', instance = ''] = keyParts(key)
  return { accountId, hour, keyId, endpoint, status: Number(status), instance }
}

/** An hour in the format of usage keys. */
export function hourOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 'YYYY-MM-DDTHH'.length)
}
