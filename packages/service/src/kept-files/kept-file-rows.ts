import { rowKey, type StoredRow } from '@utpid/core/storage'
import type { KeptFile, KeptFileTally } from '../model/kept-file.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'

/** Replaces the account in the key of the tally of all accounts. No account has this id. */
const ALL_ACCOUNTS = ''

export function keptFileKey({ accountId, id }: Pick<KeptFile, 'accountId' | 'id'>): string {
  return rowKey(accountId, id)
}

/** The tallies that count a file: of its account and of all accounts. */
export interface Tallies {
  readonly account: KeptFileTally
  readonly all: KeptFileTally
}

/** Reads the tallies of an account, and returns a function that makes the writes which change them. */
export async function readTallies(
  store: ServiceStore,
  accountId: string,
): Promise<Tallies & { writes(files: 1 | -1, bytes: number): RowWrite[] }> {
  const keys = [rowKey(accountId), rowKey(ALL_ACCOUNTS, 'all')]
  const stored = await store.read('kept_file_tallies', keys)
  const [account, all] = stored.map((each) => each?.row ?? { files: 0, bytes: 0 })
  return {
    account: account as KeptFileTally,
    all: all as KeptFileTally,
    writes: (files, bytes) => keys.map((key, at) => tallyWrite(key, stored[at], files, bytes)),
  }
}

function tallyWrite(key: string, stored: StoredRow<KeptFileTally> | undefined, files: number, bytes: number): RowWrite {
  const row = { files: (stored?.row.files ?? 0) + files, bytes: (stored?.row.bytes ?? 0) + files * bytes }
  if (row.files > 0) return { table: 'kept_file_tallies', key, row, expect: stored?.revision ?? 'absent' }
  if (stored === undefined) return { table: 'kept_file_tallies', key, row: { files: 0, bytes: 0 }, expect: 'absent' }
  return { table: 'kept_file_tallies', key, row: undefined, expect: stored.revision }
}
