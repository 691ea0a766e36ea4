import { describe, expect, test } from 'vitest'
import {
  CATEGORIES,
  CATEGORY_GROUPS,
  CATEGORY_SPELLINGS,
  categoryOf,
  categoryPosition,
} from '../../src/model/category.ts'
import { fold } from '../../src/text/fold.ts'

describe('categories', () => {
  test('positions that stored features refer to never change', () => {
    expect(CATEGORIES.map(({ slug }) => slug).slice(0, 22)).toEqual(
      (
        'other hotel apartment_hotel hostel guesthouse motel resort holiday_village campsite lodge apartment villa room ' +
        'tour activity attraction event cruise ticket transfer airport station'
      ).split(' '),
    )
    expect(CATEGORY_GROUPS.slice(0, 6)).toEqual(['other', 'stay', 'let', 'activity', 'transfer', 'point'])
  })

  test('no spelling belongs to two categories, and each is folded', () => {
    const owners = new Map<string, string>()
    for (const [slug, spellings] of CATEGORY_SPELLINGS) {
      for (const spelling of spellings) {
        expect(fold(spelling)).toBe(spelling)
        expect(owners.get(spelling) ?? slug, spelling).toBe(slug)
        owners.set(spelling, slug)
      }
    }
  })

  test('an unknown category keeps its slug and has the generic profile', () => {
    expect(categoryOf('igloo')).toEqual({ slug: 'igloo', profile: 'generic', group: 'other' })
    expect(categoryPosition('igloo')).toBe(0)
    expect(categoryOf('constructor')).toEqual({ slug: 'constructor', profile: 'generic', group: 'other' })
    expect(categoryOf(undefined).slug).toBe('other')
  })

  test.each([
    ['hotel', 'lodging', 'stay'],
    ['villa', 'lodging', 'let'],
    ['tour', 'activity', 'activity'],
    ['transfer', 'transfer', 'transfer'],
    ['airport', 'point', 'point'],
  ])('%s is compared as %s and shares place keys with %s', (slug, profile, group) => {
    expect(categoryOf(slug)).toEqual({ slug, profile, group })
    expect(CATEGORIES[categoryPosition(slug)]?.slug).toBe(slug)
  })
})
