import type { BlockingRule } from '../../features/rules/blocking-rule.ts'
import { NO_CONTENTS } from './no-contents.ts'

export const streetRule: BlockingRule = {
  name: 'street',
  description: 'The city, the street and the house number.',
  strength: 'firm',
  contents: ({ city, address }) =>
    city === undefined || address === undefined || address.houseNumber === 0 || address.street.length === 0
      ? NO_CONTENTS
      : [`d:${city}:${address.street.join(',')}:${address.houseNumber}`],
}
