/**
 * What followers are told. One line each says when; every event that is about products names their
 * UTPIDs as text, so that it can leave the registry as it is.
 */
export type RegistryEvent =
  /** When all keys, features and terms were made anew: whoever keeps an index of its own scans again. */
  | { readonly type: 'registry.reindexed'; readonly indexVersion: string }
  /** When all pairs were scored anew, by another model or epoch: whoever keeps edges of its own scans again. */
  | { readonly type: 'registry.rescored'; readonly model: string; readonly epoch: number }
  /** When a product is first seen. */
  | { readonly type: 'product.created'; readonly utpid: string }
  /** When a shown field, a link or the verification of a product changed. */
  | { readonly type: 'product.updated'; readonly utpid: string; readonly fields: readonly string[] }
  /** When a product was joined to another, which answers for it from now on. */
  | { readonly type: 'product.merged'; readonly utpid: string; readonly into: string }
  /** When records of a product became a product of their own. */
  | { readonly type: 'product.split'; readonly utpid: string; readonly from: string }
  /** When the last record of a product ended. */
  | { readonly type: 'product.retired'; readonly utpid: string }
  /** When a product comes back: its code returned, or the merge was undone. */
  | { readonly type: 'product.revived'; readonly utpid: string }
  /** When a person deleted a product. */
  | { readonly type: 'product.deleted'; readonly utpid: string }
  /** When a product was verified. */
  | { readonly type: 'product.verified'; readonly utpid: string; readonly method: string }
  /** When a verification was withdrawn by a person, or no longer holds for a stated reason. */
  | { readonly type: 'product.unverified'; readonly utpid: string; readonly reason: string }
  /**
   * When a new version of a record does not fit the one before. `rebrand`: same place, new name; `move`: same name, other
   * place; `reuse`: the code now names something else, and its record has left its product.
   */
  | {
      readonly type: 'supplier.code.drifted'
      readonly supplier: string
      readonly code: string
      readonly kind: 'rebrand' | 'move' | 'reuse'
      /** The product of the record now, and before. */
      readonly utpid: string
      readonly from: string
      /** 0 to 1: that both versions are one product. */
      readonly confidence: number
    }
  /** When a supplier record went to another product. */
  | {
      readonly type: 'supplier.code.moved'
      readonly supplier: string
      readonly code: string
      readonly utpid: string
      readonly from: string
    }
  /** When two products begin to look like one. */
  | {
      readonly type: 'duplicate.opened'
      readonly alertId: string
      readonly utpids: readonly [string, string]
      readonly confidence: number
      /** Of an alert about copies: how many records of the supplier say the same. */
      readonly copies?: number
    }
  /** When an alert was decided, or its evidence went. */
  | {
      readonly type: 'duplicate.resolved'
      readonly alertId: string
      readonly utpids: readonly [string, string]
      readonly status: 'merged' | 'dismissed' | 'withdrawn'
    }
