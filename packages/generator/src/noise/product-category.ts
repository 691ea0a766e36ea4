import type { LodgingCategory } from '../languages/language.ts'

/** The kinds of tours and the like, as slugs of core's categories. */
export type ActivityCategory = 'tour' | 'activity' | 'attraction' | 'event' | 'cruise' | 'ticket'

/** What is made, as slugs of core's categories. */
export type ProductCategory = LodgingCategory | ActivityCategory | 'transfer' | 'airport' | 'station'

/** Categories of short lets, which crowd a place and have a title of each agency's own. */
export function isLet(category: ProductCategory): boolean {
  return category === 'apartment' || category === 'villa' || category === 'room'
}
