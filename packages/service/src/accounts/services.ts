import { RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import type { Actor } from '../access/actor.ts'
import { requireScope } from '../access/power.ts'
import { parseInput } from '../input/parse-input.ts'
import { putRevoked } from '../keys/keys.ts'
import type { ServiceAccount } from '../model/account.ts'
import { ROW_NAME } from './member-input.ts'
import { type AccountBook, ROWS_MOST } from './repository/account-book.ts'

/** The service accounts of an account: programs to which keys are assigned. */
export class Services {
  readonly #book: AccountBook

  constructor(book: AccountBook) {
    this.#book = book
  }

  /** Lists the services, oldest first. @throws `insufficient_scope` without `team:read` */
  async list(actor: Actor, accountId: string): Promise<ServiceAccount[]> {
    return this.#book.change(accountId, actor, async (step) => {
      requireScope(step.power, 'team:read', 'team:write')
      return (await step.all('service_accounts')).map(({ row }) => row)
    })
  }

  /** @throws `already_exists` if another service of the account has this name. */
  async create(actor: Actor, accountId: string, name: string): Promise<ServiceAccount> {
    const given = parseInput(ROW_NAME, name)
    return this.#book.change(accountId, actor, async (step) => {
      requireScope(step.power, 'team:write')
      const services = await step.all('service_accounts')
      if (services.some(({ row }) => row.name === given)) {
        throw new RegistryError(
          'already_exists',
          'The account already has a service with this name; choose another name.',
        )
      }
      if (services.length >= ROWS_MOST) {
        throw new RegistryError('validation_failed', `An account has at most ${ROWS_MOST} services; remove one first.`)
      }
      const service: ServiceAccount = { id: step.newId(), accountId, name: given, createdAt: step.at }
      const key = rowKey(accountId, service.id)
      step.put({ table: 'service_accounts', key, row: service, expect: 'absent' })
      step.audit('service.created', service.id, { name: given })
      return service
    })
  }

  /** Removes a service, and revokes the keys assigned to it. */
  async remove(actor: Actor, accountId: string, serviceId: string): Promise<void> {
    await this.#book.change(accountId, actor, async (step) => {
      requireScope(step.power, 'team:write')
      const service = await step.get('service_accounts', serviceId)
      if (service === undefined)
        throw new RegistryError('not_found', 'The account has no service with this id; list its services.')
      for (const { row: key } of await step.all('api_keys')) {
        if (key.assignee?.kind !== 'service' || key.assignee.id !== serviceId || key.revokedAt !== undefined) continue
        putRevoked(step, key, 'key.revoked')
      }
      step.put({ table: 'service_accounts', key: rowKey(accountId, serviceId), row: undefined })
      step.audit('service.removed', serviceId, { name: service.name })
    })
  }
}
