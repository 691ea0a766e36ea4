import { parseSupplierId, RegistryError } from '@utpid/core'
import type { Call } from '../route/route.ts'

/**
 * Of a key whose `registry:write` is narrowed to suppliers: lets it write what belongs to one of them, and nothing else.
 *
 * @param supplier - Whose it is; undefined for what belongs to no single supplier.
 * @throws `insufficient_scope`
 */
export function requireSupplier({ caller }: Pick<Call, 'caller'>, supplier: string | undefined): void {
  const allowed = caller?.suppliers
  if (allowed === undefined) return
  const id = supplier === undefined ? undefined : (parseSupplierId(supplier) ?? supplier)
  if (id !== undefined && allowed.includes(id)) return
  throw new RegistryError(
    'insufficient_scope',
    `This key writes for ${allowed.join(', ')} only; use one that is not narrowed to suppliers.`,
    { details: { requiredScopes: ['registry:write'] } },
  )
}
