import { RegistryError } from '@utpid/core'
import { folderHolder } from './served-address.ts'

/**
 * Returns an error that occurred when opening a folder. If another process has the folder open, the error says how to
 * reach that process.
 */
export async function withHolder(error: unknown, folder: string): Promise<unknown> {
  if (!(error instanceof RegistryError) || error.code !== 'storage_locked') return error
  const { address, isThisProcess } = await folderHolder(folder)
  if (address === undefined && isThisProcess) return error
  return new RegistryError('storage_locked', `${error.message} ${remoteHint(address)}`, {
    cause: error,
    details: error.details,
  })
}

function remoteHint(address: string | undefined): string {
  return address === undefined
    ? 'If "utpid serve" has it open, use --remote ADDRESS and UTPID_KEY.'
    : `It is served: use --remote ${address} and UTPID_KEY.`
}
