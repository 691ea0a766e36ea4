import type { ProductDetails } from './product-details.ts'

const MIN_WORD = 3

/** Returns the words of a product's name that are not those of every product there: no category, no city. */
export function ownWords({
  name,
  category,
  location,
}: Pick<ProductDetails, 'name' | 'category' | 'location'>): string[] {
  const common = new Set([...wordsOf(category.replaceAll('_', ' ')), ...wordsOf(location.city ?? '')])
  return [...new Set(wordsOf(name))].filter((word) => !common.has(word))
}

/** Returns the words of a text without accents and case, and without short words such as articles. */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_WORD)
}
