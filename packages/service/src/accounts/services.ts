import { RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import type { Actor } from '../access/actor.ts'
import { requireScope } from '../access/permissions.ts'
import { ServiceError } from '../errors/service-error.ts'
import { parseInput } from '../input/parse-input.ts'
import { revokeAssignedKeys } from '../keys/keys.ts'
import type { ServiceAccount } from '../model/account.ts'
import { ROW_NAME } from './member-input.ts'
import { type AccountRepository, MAX_ROWS } from './repository/account-repository.ts'

/** The service accounts of an account: programs to which keys are assigned. */
export class Services {
  readonly #repository: AccountRepository

  constructor(repository: AccountRepository) {
    this.#repository = repository
  }

  /** Lists the services, oldest first. @throws `insufficient_scope` without `team:read` */
  async list(actor: Actor, accountId: string): Promise<ServiceAccount[]> {
    return this.#repository.change(accountId, actor, async (transaction) => {
      requireScope(transaction.permissions, 'team:read', 'team:write')
      return (await transaction.all('service_accounts')).map(({ row }) => row)
    })
  }

  /** Creates a service. @throws `already_exists` if another service of the account has this name. */
  async create(actor: Actor, accountId: string, name: string): Promise<ServiceAccount> {
    const given = parseInput(ROW_NAME, name)
    return this.#repository.change(accountId, actor, async (transaction) => {
      requireScope(transaction.permissions, 'team:write')
      const services = await transaction.all('service_accounts')
      if (services.some(({ row }) => row.name === given)) {
        throw new ServiceError(
          'already_exists',
          'The account already has a service with this name; choose another name.',
        )
      }
      if (services.length >= MAX_ROWS) {
        throw new RegistryError('validation_failed', `An account has at most ${MAX_ROWS} services; remove one first.`)
      }
      const service: ServiceAccount = {
        id: transaction.newId(),
        accountId,
        name: given,
        createdAt: transaction.timestamp,
      }
      const key = rowKey(accountId, service.id)
      transaction.put({ table: 'service_accounts', key, row: service, expect: 'absent' })
      transaction.audit('service.created', service.id, { name: given })
      return service
    })
  }

  /** Removes a service, and revokes the keys assigned to the service. */
  async remove(actor: Actor, accountId: string, serviceId: string): Promise<void> {
    await this.#repository.change(accountId, actor, async (transaction) => {
      requireScope(transaction.permissions, 'team:write')
      const service = await transaction.get('service_accounts', serviceId)
      if (service === undefined)
        throw new RegistryError('not_found', 'The account has no service with this id; list its services.')
      await revokeAssignedKeys(transaction, { kind: 'service', id: serviceId })
      transaction.put({ table: 'service_accounts', key: rowKey(accountId, serviceId), row: undefined })
      transaction.audit('service.removed', serviceId, { name: service.name })
    })
  }
}
