import type { Language, LodgingCategory } from '../languages/language.ts'
import { NAMES } from '../noise/noise-table.ts'
import { isLet } from '../noise/product-category.ts'
import type { Random } from '../random/random.ts'
import { type BrandName, pickBrand } from './brand-table.ts'
import { inventWord } from './invented-word.ts'
import { type NameWord, nameWord, phraseWords } from './name-word.ts'

export interface LodgingName {
  readonly words: readonly NameWord[]
  readonly brand?: BrandName
}

/** Returns the distinctive words of a lodging's name, without the generic word. */
function coreWords(random: Random, language: Language): readonly NameWord[] {
  const invented = (): NameWord => inventWord(random, language)
  const shape = random.weighted(NAMES.coreShapes)
  if (shape === 'one') return [invented()]
  if (shape === 'two') return [invented(), invented()]
  if (shape === 'saint') return [nameWord('core', random.pick(language.saints)), invented()]
  if (shape === 'article') return [...phraseWords(random.pick(language.articles)), invented()]
  return [...phraseWords(random.pick(language.commonWords)), invented()]
}

function withGeneric(
  random: Random,
  language: Language,
  category: LodgingCategory,
  core: readonly NameWord[],
): readonly NameWord[] {
  const { words, front, back, without } = language.generics[category]
  const place = random.weighted([
    ['front', front],
    ['back', back],
    ['without', without],
  ] as const)
  if (place === 'without') return core
  const generic = nameWord('generic', random.pick(words))
  return place === 'front' ? [generic, ...core] : [...core, generic]
}

/**
 * Returns a lodging's name in its owner's spelling: a brand followed by a place, a common name, or an invented name.
 *
 * @param isDestination - Whether the city is a large resort, where several lodgings named `Hotel Central` would be too
 *   near each other. Common names are rarer there and end in a distinguishing word.
 */
export function lodgingName(
  random: Random,
  language: Language,
  category: LodgingCategory,
  city: string,
  isDestination: boolean,
): LodgingName {
  const branded = category === 'hotel' && random.chance(NAMES.brand)
  if (branded) return brandedName(random, language, city)

  const pooled = !isLet(category) && random.chance(isDestination ? NAMES.poolInDestination : NAMES.pool)
  const core = pooled ? phraseWords(random.pick(language.poolNames)) : coreWords(random, language)
  let words = withGeneric(random, language, category, core)
  if (pooled && isDestination) words = [...words, nameWord('district', random.pick(language.districts))]
  else if (random.chance(NAMES.cityInside)) words = [...words, { role: 'city', text: city }]
  return { words }
}

/**
 * Returns a name such as `Mercure Nice Centre Vauclaimont`. Only the last words distinguish a brand's hotels in one
 * city, so each hotel gets its own last words.
 */
function brandedName(random: Random, language: Language, city: string): LodgingName {
  const brand = pickBrand(random)
  const words: NameWord[] = [{ role: 'brand', text: brand.name }]
  if (random.chance(NAMES.genericAfterBrand))
    words.push(nameWord('generic', random.pick(language.generics.hotel.words)))
  words.push({ role: 'city', text: city })
  if (random.chance(NAMES.districtAfterBrand)) words.push(nameWord('district', random.pick(language.districts)))
  words.push({ ...inventWord(random, language), role: 'district' })
  return { words, brand }
}
