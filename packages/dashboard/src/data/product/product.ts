import { api } from '../api/api.ts'
import type { ProductDetails } from './product-details.ts'

export interface LineageStep {
  readonly change: number
  readonly at: string
  readonly kind: string
  readonly other?: string
}

export interface Lineage {
  readonly utpid: string
  readonly status: string
  readonly into: string | null
  readonly steps: readonly LineageStep[]
  readonly aliases: readonly { readonly alias: string }[]
  readonly mergedIds?: readonly string[]
}

/** Reads the active product of a UTPID. @throws {UtpidError} */
export async function readProduct(utpid: string, signal?: AbortSignal): Promise<ProductDetails> {
  const { details } = await api.product(utpid, { include: ['details'] }, { signal })
  return details as unknown as ProductDetails
}
