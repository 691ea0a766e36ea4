import type { BlockingRule } from '../../features/rules/blocking-rule.ts'
import { NO_CONTENTS } from './no-contents.ts'

export const houseRule: BlockingRule = {
  name: 'house',
  description: 'The postcode and the house number.',
  strength: 'firm',
  contents: ({ postcode, address }) =>
    postcode === undefined || address === undefined || address.houseNumber === 0
      ? NO_CONTENTS
      : [`a:${postcode}:${address.houseNumber}`],
}
