import type { Content, DetailValues } from './record-fields.ts'

export interface LinkedRecord {
  readonly record: Content & { readonly supplier: string; readonly code: string; readonly name: string }
  readonly method: string
  readonly confidence: number
  readonly since: string
  readonly firstSeenAt: string
  readonly updatedAt: string
}

/** A product with all its data: `details` of the API. */
export interface ProductDetails extends Content {
  readonly utpid: string
  readonly name: string
  readonly category: string
  readonly location: Content & { readonly city?: string; readonly country?: string }
  readonly verified: boolean
  readonly verifiedBy?: string
  readonly pins?: Readonly<Record<string, { readonly value: unknown; readonly by: string; readonly at: string }>>
  readonly confidence: number
  readonly suppliers: readonly { readonly id: string; readonly name: string }[]
  readonly duplicates: number
  readonly lastUpdated: string
  readonly revision: number
  readonly records: readonly LinkedRecord[]
  readonly provenance: Readonly<Record<string, { readonly supplier: string; readonly code: string }>>
  readonly details?: DetailValues
}
