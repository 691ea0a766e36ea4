import type { LodgingCategory } from '../languages/language.ts'

/** Kinds of activities, as slugs of core's categories. */
export type ActivityCategory = 'tour' | 'activity' | 'attraction' | 'event' | 'cruise' | 'ticket'

/** Generated categories, as slugs of core's categories. */
export type ProductCategory = LodgingCategory | ActivityCategory | 'transfer' | 'airport' | 'station'

/**
 * Whether a category is a short let. Many short lets are close together, and each agency gives them its own title.
 */
export function isLet(category: ProductCategory): boolean {
  return category === 'apartment' || category === 'villa' || category === 'room'
}
