import { RegistryError } from '@utpid/core'
import { folderHolder } from './served-address.ts'

/** An error of opening a folder; of one that another process has open, with how that is asked. */
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
    ? 'If "utpid serve" has it open, ask that with --remote ADDRESS and UTPID_KEY.'
    : `It is served: ask it with --remote ${address} and UTPID_KEY.`
}
