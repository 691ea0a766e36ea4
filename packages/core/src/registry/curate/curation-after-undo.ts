import { isSameData } from '../../encoding/same-data.ts'
import { defined } from '../../model/defined.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { DecisionRow, Pin, ProductBefore, ProductRow, RecordId } from '../../storage/rows.ts'

/** The curation state of a product: verification and pins. */
export type CurationState = Pick<ProductBefore, 'verified' | 'verifiedBy' | 'pins'>

/** A decision to undo, with the data for the undo. */
export interface UndoneDecision {
  /** The original decision at the end of a chain of undos. */
  readonly origin: DecisionRow
  /** The decision that was undone, if the decision to undo is itself an undo. */
  readonly undone: DecisionRow | undefined
  /** True if the undo makes the original decision again. */
  readonly isRedo: boolean
  /** The products that have the records today. */
  readonly current: ReadonlyMap<ProductId, ProductRow>
  /** The records that a later change moved. */
  readonly moved: ReadonlySet<RecordId>
  /** The products that are verified only because a merge added a verified product. */
  readonly verifiedByMerge: ReadonlySet<ProductId>
  /** True if it is certain that the pins and verifications of all these products are unchanged since the decision. */
  readonly isUnchanged: boolean
}

/**
 * Returns the pins and verifications that the undo changes. Products get back their pins and verification from before
 * the decision. If another decision has changed these since, the undo reverts only the changes that this kind of
 * decision makes.
 */
export function curationAfterUndo(
  { before, kind: given }: DecisionRow,
  { origin, undone, isRedo, current, moved, verifiedByMerge, isUnchanged }: UndoneDecision,
): Map<ProductId, CurationState> {
  const { kind } = origin
  const held = new Map<ProductId, CurationState>()
  const rowOf = new Map<RecordId, ProductRow>()
  for (const row of current.values()) for (const id of row.records) rowOf.set(id, row)
  for (const former of before) {
    const row = current.get(former.id)
    if (row === undefined) {
      // An inactive product becomes active with its former state. Its pins and verification had moved to another
      // product along with its records.
      held.set(former.id, compactCurationState(former))
      if (isRedo || (kind !== 'pin' && kind !== 'verify')) continue
      for (const other of current.values()) {
        if (!other.records.some((id) => former.records.includes(id))) continue
        if (kind === 'pin') held.set(other.id, withPinsReverted(former, other, origin))
        else if (verifiedByMerge.has(other.id))
          held.set(other.id, compactCurationState({ verified: false, pins: other.pins }))
      }
    } else if (given === 'dismiss') {
      // A dismissal changes no pins or verifications.
    } else if (isUnchanged) held.set(former.id, compactCurationState(former))
    else if (kind === 'verify' || kind === 'unverify') {
      const { verified, verifiedBy } = former
      held.set(former.id, compactCurationState({ verified, verifiedBy, pins: row.pins }))
    } else if (kind === 'pin' || kind === 'unpin') {
      held.set(former.id, withPinsReverted(former, row, origin))
    } else if (kind === 'merge' || kind === 'split' || (kind === 'dismiss' && isRedo)) {
      const joins = (kind === 'merge') === isRedo
      const stayed = former.records.filter((id) => !moved.has(id))
      const others = new Set(stayed.flatMap((id) => rowOf.get(id) ?? []))
      others.delete(row)
      held.set(
        former.id,
        joins ? withMergedState(former, row, [...others], undone) : withoutMergedState(former, row, before),
      )
    }
  }
  return held
}

/** Reverts the pins that the decision set or removed. All other pins stay. */
function withPinsReverted(former: ProductBefore, row: ProductRow, origin: DecisionRow): CurationState {
  const pins: Record<string, Pin> = {}
  const unpinned = origin.before.find(({ id }) => id === former.id)?.pins ?? {}
  for (const field of new Set([...Object.keys(row.pins ?? {}), ...Object.keys(former.pins ?? {})])) {
    const [have, want] = [row.pins?.[field], former.pins?.[field]]
    const isReverted = origin.kind === 'pin' ? have?.at === origin.at || want?.at === origin.at : field in unpinned
    const pin = isReverted ? want : have
    if (pin !== undefined) pins[field] = pin
  }
  return compactCurationState({ ...row, pins })
}

/** Removes the pins and the verification that merged products added. */
function withoutMergedState(former: ProductBefore, row: ProductRow, before: readonly ProductBefore[]): CurationState {
  const others = before.filter(({ id }) => id !== former.id)
  const cameWithMerge = (field: string, pin: Pin): boolean =>
    !isSameData(former.pins?.[field], pin) && others.some(({ pins }) => isSameData(pins?.[field], pin))
  const pins = Object.fromEntries(Object.entries(row.pins ?? {}).filter(([field, pin]) => !cameWithMerge(field, pin)))
  const verifiedCame =
    !former.verified && others.some(({ verified, verifiedBy }) => verified && verifiedBy === row.verifiedBy)
  return compactCurationState(verifiedCame ? { verified: false, pins } : { ...row, pins })
}

/**
 * Adds the pins and the verification of joining products. Omits a pin that the undone merge omitted, even though the
 * parts got the pin back.
 */
function withMergedState(
  former: ProductBefore,
  row: ProductRow,
  others: readonly ProductRow[],
  undone: DecisionRow | undefined,
): CurationState {
  const pins: Record<string, Pin> = {}
  let verification: CurationState = { verified: false }
  for (const other of others) {
    const first = undone?.before.find(({ id }) => id === other.id)
    for (const [field, pin] of Object.entries(other.pins ?? {})) {
      const isGone = isSameData(first?.pins?.[field], pin) && !isSameData(former.pins?.[field], pin)
      if (!isGone && !(field in pins)) pins[field] = pin
    }
    const isGone = first?.verified === true && !former.verified
    if (other.verified && !isGone && !verification.verified) verification = other
  }
  const { verified, verifiedBy } = row.verified ? row : verification
  return compactCurationState({ verified, verifiedBy, pins: { ...pins, ...row.pins } })
}

export function compactCurationState({
  verified,
  verifiedBy,
  pins,
}: { [Key in keyof CurationState]?: CurationState[Key] | undefined }): CurationState {
  return {
    verified: verified ?? false,
    ...defined({ verifiedBy }),
    ...(pins === undefined || Object.keys(pins).length === 0 ? {} : { pins }),
  }
}
