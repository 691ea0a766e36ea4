/**
 * Events for followers of the change feed. The comment on each says when it occurs. Events about products contain
 * UTPIDs as text, so that programs outside the registry can use them unchanged.
 */
export type RegistryEvent =
  /** After all keys, features and terms were rebuilt. A consumer with its own index must scan again. */
  | { readonly type: 'registry.reindexed'; readonly indexVersion: string }
  /**
   * After all pairs were rescored with another model or term-frequency version. A consumer with its own edges must scan
   * again.
   */
  | { readonly type: 'registry.rescored'; readonly model: string; readonly epoch: number }
  /** When a product is first seen. */
  | { readonly type: 'product.created'; readonly utpid: string }
  /** When a displayed field, a link or the verification of a product changed. */
  | { readonly type: 'product.updated'; readonly utpid: string; readonly fields: readonly string[] }
  /** When a product was merged into another one. */
  | { readonly type: 'product.merged'; readonly utpid: string; readonly into: string }
  /** When records of a product became a product of their own. */
  | { readonly type: 'product.split'; readonly utpid: string; readonly from: string }
  /** When the last record of a product ended. */
  | { readonly type: 'product.retired'; readonly utpid: string }
  /** When a product returns: its code came back, or the merge was undone. */
  | { readonly type: 'product.revived'; readonly utpid: string }
  /** When a person deleted a product. */
  | { readonly type: 'product.deleted'; readonly utpid: string }
  /** When a product was verified. */
  | { readonly type: 'product.verified'; readonly utpid: string; readonly method: string }
  /** When a person withdrew a verification, or it no longer holds for the given reason. */
  | { readonly type: 'product.unverified'; readonly utpid: string; readonly reason: string }
  /**
   * When a new version of a record does not fit the previous one. `rebrand`: same place, new name; `move`: same name,
   * other place; `reuse`: the code now means something else, and its record left its product.
   */
  | {
      readonly type: 'supplier.code.drifted'
      readonly supplier: string
      readonly code: string
      readonly kind: 'rebrand' | 'move' | 'reuse'
      /** Current and previous product of the record. */
      readonly utpid: string
      readonly from: string
      /** Confidence that both versions are one product, 0 to 1. */
      readonly confidence: number
    }
  /** When a supplier record moved to another product. */
  | {
      readonly type: 'supplier.code.moved'
      readonly supplier: string
      readonly code: string
      readonly utpid: string
      readonly from: string
    }
  /** When two products start to look like one. */
  | {
      readonly type: 'duplicate.opened'
      readonly alertId: string
      readonly utpids: readonly [string, string]
      readonly confidence: number
      /** For an alert about copies: number of records of the supplier with the same content. */
      readonly copies?: number
    }
  /** When an alert was decided or lost its evidence. */
  | {
      readonly type: 'duplicate.resolved'
      readonly alertId: string
      readonly utpids: readonly [string, string]
      readonly status: 'merged' | 'dismissed' | 'withdrawn'
    }
