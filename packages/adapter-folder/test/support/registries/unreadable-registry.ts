import { createRegistry, type Registry, RegistryError, type Storage } from '@utpid/core'

export async function openWorkerRegistry(storage: Storage): Promise<Registry> {
  const getProducts = async (): Promise<never> => {
    throw new RegistryError('storage_corrupt', 'The row is damaged.')
  }
  return await createRegistry({ storage: { ...storage, ledger: { ...storage.ledger, getProducts } } })
}
