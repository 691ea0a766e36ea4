/**
 * Events for followers of the change feed. The comment on each event describes when the event occurs. Events about
 * products contain UTPIDs as text, so that programs outside the registry can use them unchanged.
 */
export type RegistryEvent =
  /** The registry rebuilt all keys, features and terms. A consumer with its own index must scan again. */
  | { readonly type: 'registry.reindexed'; readonly indexVersion: string }
  /**
   * The registry rescored all pairs with another model or term-frequency version. A consumer with its own edges must
   * scan again.
   */
  | { readonly type: 'registry.rescored'; readonly model: string; readonly tfVersion: number }
  /** A new product was created. */
  | { readonly type: 'product.created'; readonly utpid: string }
  /** A displayed field, a link or the verification of a product changed. */
  | { readonly type: 'product.updated'; readonly utpid: string; readonly fields: readonly string[] }
  /** A product was merged into another product. */
  | { readonly type: 'product.merged'; readonly utpid: string; readonly into: string }
  /** Some records of a product became a separate product. */
  | { readonly type: 'product.split'; readonly utpid: string; readonly from: string }
  /** The last record of a product was deactivated. */
  | { readonly type: 'product.retired'; readonly utpid: string }
  /** An inactive product became active again: its code returned, or its merge was undone. */
  | { readonly type: 'product.revived'; readonly utpid: string }
  /** A person deleted a product. */
  | { readonly type: 'product.deleted'; readonly utpid: string }
  /** A product was verified. */
  | { readonly type: 'product.verified'; readonly utpid: string; readonly method: string }
  /** A person withdrew a verification, or the verification no longer holds for the given reason. */
  | { readonly type: 'product.unverified'; readonly utpid: string; readonly reason: string }
  /**
   * A new version of a record does not fit the previous version. `rebrand`: same place, new name. `move`: same name,
   * other place. `reuse`: the code now identifies another product, and the record left its product.
   */
  | {
      readonly type: 'supplier.code.drifted'
      readonly supplier: string
      readonly code: string
      readonly kind: 'rebrand' | 'move' | 'reuse'
      /** The current and the previous product of the record. */
      readonly utpid: string
      readonly from: string
      /** The confidence that both versions are one product, 0 to 1. */
      readonly confidence: number
    }
  /** A supplier record moved to another product. */
  | {
      readonly type: 'supplier.code.moved'
      readonly supplier: string
      readonly code: string
      readonly utpid: string
      readonly from: string
    }
  /** Two products started to look like one product. */
  | {
      readonly type: 'duplicate.opened'
      readonly alertId: string
      readonly utpids: readonly [string, string]
      readonly confidence: number
      /** For an alert about copies, the number of records of the supplier with the same content. */
      readonly copies?: number
    }
  /** A person decided an alert, or the alert lost its evidence. */
  | {
      readonly type: 'duplicate.resolved'
      readonly alertId: string
      readonly utpids: readonly [string, string]
      readonly status: 'merged' | 'dismissed' | 'withdrawn'
    }
