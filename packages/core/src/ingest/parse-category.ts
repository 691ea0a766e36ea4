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
 * Parses a category in any notation of suppliers.
 *
 * @returns The category, and whether the table contains it. An unknown category becomes a slug of its own words, so
 *   that no data is lost. In a list (`Restaurant, Hôtellerie`), the first known part counts, but lodging precedes all
 *   other categories.
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
  // The cut precedes the change of spaces to `_`: a slug that ends in `_` would not parse to itself.
  const slug = cutText(fold(text), SLUG_UNITS).trim().replaceAll(' ', '_')
  return { category: slug === '' ? OTHER_CATEGORY : categoryOf(slug), known: false }
}
