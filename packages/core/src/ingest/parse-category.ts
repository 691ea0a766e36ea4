import { CATEGORY_SPELLINGS, type Category, categoryOf, OTHER_CATEGORY } from '../model/category.ts'
import { cutText } from '../text/cut-text.ts'
import { fold } from '../text/fold.ts'

const SLUG_UNITS = 64

const slugBySpelling: ReadonlyMap<string, string> = new Map(
  CATEGORY_SPELLINGS.flatMap(([slug, spellings]) => spellings.map((spelling) => [spelling, slug] as const)),
)

function lookUp(text: string): Category | undefined {
  const slug = slugBySpelling.get(fold(text))
  return slug === undefined ? undefined : categoryOf(slug)
}

/**
 * Reads a category as suppliers write it.
 *
 * @returns The category, and whether the table knows it. An unknown one becomes a slug of
 *   its own words, so that nothing a supplier said is lost. Of a list (`Restaurant,
 *   Hôtellerie`) the first known part counts, places to stay before others.
 */
export function parseCategory(text: string): { category: Category; known: boolean } {
  const whole = lookUp(text)
  if (whole !== undefined) return { category: whole, known: true }
  const known = text
    .split(/[,;|>/]/)
    .map(lookUp)
    .filter((part) => part !== undefined)
  const best = known.find((part) => part.profile === 'lodging') ?? known[0]
  if (best !== undefined) return { category: best, known: true }
  // Cut before the spaces are written: a slug that ends in one would not give itself again.
  const slug = cutText(fold(text), SLUG_UNITS).trim().replaceAll(' ', '_')
  return { category: slug === '' ? OTHER_CATEGORY : categoryOf(slug), known: false }
}
