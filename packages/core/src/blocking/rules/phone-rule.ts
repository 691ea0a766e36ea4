import type { BlockingRule } from '../../features/rules/blocking-rule.ts'
import { NO_CONTENTS } from './no-contents.ts'

const PHONE_TAIL = 100_000_000

export const phoneRule: BlockingRule = {
  name: 'phone',
  description: 'The last eight digits of the phone number.',
  strength: 'firm',
  contents: ({ phone }) => (phone === undefined ? NO_CONTENTS : [`p:${phone % PHONE_TAIL}`]),
}
