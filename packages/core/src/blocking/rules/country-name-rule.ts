import type { BlockingRule } from '../../features/rules/blocking-rule.ts'
import { wholeNameContents } from '../names/name-contents.ts'
import { NO_CONTENTS } from './no-contents.ts'

export const countryNameRule: BlockingRule = {
  name: 'country_name',
  description: 'The country and the whole name, for suppliers that name the city differently.',
  wide: true,
  strength: 'loose',
  contents: (features) => {
    const { country } = features
    return country === undefined ? NO_CONTENTS : wholeNameContents(features).map((name) => `${country}:${name}`)
  },
}
