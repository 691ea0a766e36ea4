import type { BlockingRule } from '../../features/rules/blocking-rule.ts'
import { NO_CONTENTS } from './no-contents.ts'

export const webHostRule: BlockingRule = {
  name: 'web_host',
  description: 'The host of the website, unless thousands of places share the host.',
  strength: 'firm',
  contents: ({ web }) => (web === undefined || web.shared ? NO_CONTENTS : [`h:${web.host}`]),
}
