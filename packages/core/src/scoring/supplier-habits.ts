import { z } from 'zod'
import { weightOfConfidence } from './match-weight.ts'
import type { Thresholds } from './scoring-model.ts'

/** The shape of habits, as stored and as handed over from another registry. */
export const supplierHabitsSchema: z.ZodObject<
  { records: z.ZodInt; severalCodes: z.ZodNumber; coordinateErrorMeters: z.ZodInt },
  z.core.$strict
> = z.strictObject({
  records: z.int().min(0),
  severalCodes: z.number().min(0).max(1),
  coordinateErrorMeters: z.int().min(0).max(65_535),
})

/**
 * The share of records from which a supplier has the habit of listing products several times. Below it, pairs of its
 * codes may as well be sibling hotels, so the bits of the model apply: a register almost never lists a product twice.
 */
export const MIN_SEVERAL_CODES = 0.1

/**
 * Returns the bits that a pair of two codes of one supplier needs to be one product: those of the model, or for a
 * supplier that lists products several times those of `match`. A share below one half is a reason for more.
 *
 * @param severalCodes - See `SupplierHabits`; undefined for an unknown supplier.
 */
export function sameSupplierBits(
  { sameSupplierBits: usual, match }: Pick<Thresholds, 'sameSupplierBits' | 'match'>,
  severalCodes: number | undefined,
): number {
  if (severalCodes === undefined || severalCodes < MIN_SEVERAL_CODES) return usual
  const bits = weightOfConfidence(match) - bitsOfSeveral(severalCodes)
  return Math.round(Math.min(usual, bits) * 100) / 100
}

/** Returns the bits, at most 0, of the fact that two records are codes of one supplier with this share. */
export function bitsOfSeveral(severalCodes: number): number {
  return Math.min(0, Math.round(weightOfConfidence(Math.min(severalCodes, 0.999)) * 100) / 100)
}
