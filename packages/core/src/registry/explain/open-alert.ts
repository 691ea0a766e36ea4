import type { AlertRow, ProductRow } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** Returns the open alert between two products; undefined if no alert is open or if one product is not active. */
export async function openAlertBetween(
  { ledger }: RegistryContext,
  a: ProductRow | undefined,
  b: ProductRow | undefined,
): Promise<AlertRow | undefined> {
  if (a === undefined || b === undefined || a.id === b.id) return undefined
  const [alerts] = await ledger.openAlerts([a.id])
  return alerts?.find(({ products }) => products.includes(b.id))
}
