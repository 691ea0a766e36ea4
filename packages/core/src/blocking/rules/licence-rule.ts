import type { BlockingRule } from '../../features/rules/blocking-rule.ts'
import { NO_CONTENTS } from './no-contents.ts'

export const licenceRule: BlockingRule = {
  name: 'licence',
  description: 'The number of the licence.',
  strength: 'firm',
  contents: ({ licence }) => (licence === undefined ? NO_CONTENTS : [`l:${licence}`]),
}
