/** A step of a product's lineage. */
export interface LineageStep {
  readonly change: number
  readonly at: string
  readonly kind: string
  readonly other?: string
}

/** The lineage of a UTPID. */
export interface Lineage {
  readonly utpid: string
  readonly status: string
  readonly into: string | null
  readonly steps: readonly LineageStep[]
  readonly aliases: readonly { readonly alias: string }[]
  readonly mergedIds?: readonly string[]
}
