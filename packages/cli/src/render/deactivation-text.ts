import type { DeactivationReport } from '@utpid/core/operations'
import { counted } from '../text/number-text.ts'

/** Describes the result of deactivating records. */
export function deactivationText({ deactivated, retired, change }: DeactivationReport): string {
  if (deactivated === 0) return 'Nothing to do: no such record was active.\n'
  const products = retired === 0 ? '' : `, ${counted(retired, 'product')} retired without active records`
  return `${counted(deactivated, 'record')} deactivated${products} (change ${change}).\n`
}
