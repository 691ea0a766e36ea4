import { parseSupplierId } from '@utpid/core'
import { ServiceError } from '@utpid/service'
import type { Call } from '../route/route.ts'

/**
 * Requires that the key may write data of this supplier. The scope `registry:write` of a key may be restricted to
 * suppliers.
 *
 * @param supplier - Supplier of the data. Undefined for data that belongs to no single supplier.
 * @throws `insufficient_scope`
 */
export function requireSupplier({ caller }: Pick<Call, 'caller'>, supplier: string | undefined): void {
  const allowed = caller?.suppliers
  if (allowed === undefined) return
  const id = supplier === undefined ? undefined : (parseSupplierId(supplier) ?? supplier)
  if (id !== undefined && allowed.includes(id)) return
  throw new ServiceError(
    'insufficient_scope',
    `This key may write only for ${allowed.join(', ')}; use a key that is not restricted to suppliers.`,
    { details: { requiredScopes: ['registry:write'] } },
  )
}
