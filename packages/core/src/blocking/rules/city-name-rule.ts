import type { BlockingRule } from '../../features/rules/blocking-rule.ts'
import { nameContents } from '../names/name-contents.ts'
import { NO_CONTENTS } from './no-contents.ts'

const OTHER_NAMES = 1

export const cityNameRule: BlockingRule = {
  name: 'city_name',
  description:
    'The city and rare words of the name, for records without a place or with an imprecise place. In scripts without spaces, the city and two pieces of words.',
  wide: true,
  strength: 'firm',
  contents: (features) => {
    const { city } = features
    if (city === undefined) return NO_CONTENTS
    return nameContents(features, OTHER_NAMES, 'city').map((content) => `t:${city}:${content}`)
  },
}
