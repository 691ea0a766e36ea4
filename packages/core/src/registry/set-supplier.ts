import { RegistryError } from '../model/registry-error.ts'
import type { Supplier } from '../model/supplier-record.ts'
import { parseSupplierId } from '../repair/parse-record.ts'
import { emptyCommit } from '../storage/commit.ts'
import { checkText } from './check-arguments.ts'
import type { SupplierChange } from './registry.ts'
import { now, type RegistryContext } from './registry-context.ts'

const PRIORITY_MOST = 1_000
const NAME_CHARACTERS = 200

/** Names a supplier or sets its priority. Products it is part of take the priority with their next change. */
export function setSupplier(context: RegistryContext, change: SupplierChange): Promise<Supplier> {
  checkText(change.id, 'The id of a supplier')
  checkText(change.name, 'The name of a supplier')
  const id = parseSupplierId(change.id)
  if (id === undefined) throw new RegistryError('validation_failed', `"${change.id}" cannot be made a supplier id.`)
  const { name, priority } = change
  if (priority !== undefined && !(Number.isInteger(priority) && Math.abs(priority) <= PRIORITY_MOST)) {
    throw new RegistryError(
      'validation_failed',
      `priority is ${priority}; it must be an integer of -${PRIORITY_MOST} to ${PRIORITY_MOST}.`,
    )
  }
  if (name !== undefined && (name.trim() === '' || name.length > NAME_CHARACTERS)) {
    throw new RegistryError('validation_failed', `The name of a supplier has 1 to ${NAME_CHARACTERS} characters.`)
  }
  return context.writes.run(async () => {
    const at = now(context)
    for (const supplier of await context.ledger.suppliers()) context.suppliers.set(supplier.id, supplier)
    const before = context.suppliers.get(id) ?? { id, name: id, priority: 0, since: at }
    const after = { ...before, name: name?.trim() ?? before.name, priority: priority ?? before.priority }
    const known = context.suppliers.has(id) && after.name === before.name && after.priority === before.priority
    if (known) return before
    const { change: base } = await context.ledger.head()
    await context.ledger.commit({ ...emptyCommit(at, base), suppliers: [after] })
    context.suppliers.set(id, after)
    return after
  })
}
