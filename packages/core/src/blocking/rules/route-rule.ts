import type { TransferEndFeatures } from '../../features/record-features.ts'
import type { BlockingRule } from '../../features/rules/blocking-rule.ts'
import { NO_CONTENTS } from './no-contents.ts'

export const routeRule: BlockingRule = {
  name: 'route',
  description: 'Both ends of a transfer in order, first by code, then by the words of the names.',
  strength: 'firm',
  contents: ({ transfer }) => {
    if (transfer?.from === undefined || transfer.to === undefined) return NO_CONTENTS
    const to = endContents(transfer.to)
    return endContents(transfer.from).flatMap((from) => to.map((end) => `r:${from}:${end}`))
  },
}

function endContents({ code, words }: TransferEndFeatures): string[] {
  return [...(code === 0 ? [] : [`c${code}`]), ...(words.length === 0 ? [] : [`w${words.join(',')}`])]
}
