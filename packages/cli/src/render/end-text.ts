import type { EndReport } from '@utpid/core'
import { counted } from '../text/number-text.ts'

/** What ending records did. */
export function endText({ ended, retired, change }: EndReport): string {
  if (ended === 0) return 'Nothing to do: no such record was active.\n'
  const products = retired === 0 ? '' : `, ${counted(retired, 'product')} retired with the last of them`
  return `${counted(ended, 'record')} ended${products} (change ${change}).\n`
}
