import { api } from '../api/api.ts'
import type { ProductDetails } from './product-details.ts'

/** Reads the active product of a UTPID. @throws {UtpidError} */
export async function readProduct(utpid: string, signal?: AbortSignal): Promise<ProductDetails> {
  const { details } = await api.product(utpid, { include: ['details'] }, { signal })
  return details as unknown as ProductDetails
}
