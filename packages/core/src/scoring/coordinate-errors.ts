import { hashText } from '../encoding/hash.ts'
import { CachedValue } from '../features/cached-value.ts'
import type { FeatureView } from '../features/codec/feature-view.ts'
import { copyFeatures } from '../features/feature-draft.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { SupplierHabits } from '../model/term-frequency-count.ts'

/** Features with another precision, by the features as they were read. */
const imprecise = new CachedValue<RecordFeatures, RecordFeatures>()

/**
 * Applies the errors of suppliers' coordinates to features: such coordinates are at most as precise as their supplier's
 * error. Some suppliers write many decimals of a place that is wrong by hundreds of metres.
 */
export class CoordinateErrors {
  /** Metres by the hash of the supplier. */
  readonly #meters: ReadonlyMap<number, number>

  private constructor(meters: ReadonlyMap<number, number>) {
    this.#meters = meters
  }

  /** Returns undefined if no supplier has an error, so that most registries pay nothing. */
  static of(habits: Readonly<Record<string, SupplierHabits>> = {}): CoordinateErrors | undefined {
    const meters = new Map<number, number>()
    for (const [supplier, { coordinateErrorMeters }] of Object.entries(habits)) {
      if (coordinateErrorMeters > 0) meters.set(hashText(supplier), coordinateErrorMeters)
    }
    return meters.size === 0 ? undefined : new CoordinateErrors(meters)
  }

  /** Returns features with the precision that their supplier's error allows. */
  applied(features: RecordFeatures): RecordFeatures {
    const meters = this.#metersOf(features)
    if (meters <= features.precisionMeters || features.coordinates === undefined) return features
    const known = imprecise.get(features)
    if (known?.precisionMeters === meters) return known
    const copy = copyFeatures(features, { precisionMeters: meters })
    imprecise.set(features, copy)
    return copy
  }

  applyToView(view: FeatureView): void {
    view.leastPrecisionMeters = this.#metersOf(view)
  }

  #metersOf({ supplier }: { readonly supplier?: number | undefined }): number {
    return supplier === undefined ? 0 : (this.#meters.get(supplier) ?? 0)
  }
}
