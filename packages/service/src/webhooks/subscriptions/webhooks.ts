import { defined, rowKey, type StoredRow } from '@utpid/core/storage'
import type { CompletionMark } from '../../access/actor.ts'
import { AccountRepository } from '../../accounts/repository/account-repository.ts'
import type { Webhook, WebhookCursor } from '../../model/webhook.ts'
import { newRowId } from '../../store/row-id.ts'
import type { RowWrite } from '../../store/service-store.ts'
import { type RowChange, updateRow } from '../../store/update-row.ts'
import { newDeliveries, webhookPrefix } from '../delivery/delivery-rows.ts'
import type { DestinationGuard } from '../destination/destination-guard.ts'
import { auditWrite, timeText, type WebhookActor, type WebhookContext } from '../webhook-context.ts'
import { checkActive, tooManyChanges, webhookNotFound } from '../webhook-errors.ts'
import { webhooksOf, writeWithinLimit } from '../webhook-limit.ts'
import { requireEventAccess } from '../webhook-permissions.ts'
import { encryptSecret, newSecretText, validSecrets } from '../webhook-secret.ts'
import { type WebhookView, webhookView } from '../webhook-view.ts'
import { validatedDescription, validatedEvents, validatedOverlap } from './webhook-input.ts'

/** A webhook to create. */
export interface NewWebhook {
  readonly url: string
  readonly events: readonly string[]
  readonly description?: string
}

/** A change of a webhook. */
export interface WebhookChange extends Partial<NewWebhook>, EnableOptions {
  readonly status?: Webhook['status']
}

/** The position from which a re-enabled webhook continues. */
export interface EnableOptions {
  /** Continue with events from now on, instead of the first unsent change of the registry. */
  readonly skipMissed?: boolean
}

/** An audit entry: the action and its details. */
type AuditedAction = readonly [action: string, details: Record<string, unknown>]

const OVERLAP_SECONDS = 24 * 3_600
const MAX_ATTEMPTS = 20
const ROWS_DELETED_AT_ONCE = 1_000

/** The webhooks of accounts: destinations and subscriptions. */
export class Webhooks {
  readonly #context: WebhookContext
  readonly #guard: DestinationGuard
  readonly #repository: AccountRepository

  /** @param repository - Changes accounts. Default: a new one. */
  constructor(
    context: WebhookContext,
    guard: DestinationGuard,
    repository: AccountRepository = new AccountRepository(context.store, {
      now: context.clock,
      random: context.randomBytes,
    }),
  ) {
    this.#context = context
    this.#guard = guard
    this.#repository = repository
  }

  /**
   * Creates a webhook that receives events from now on.
   *
   * @returns the webhook with its secret, which is returned only once.
   * @throws `webhook_limit_reached`, `webhook_url_blocked`, `insufficient_scope`, `validation_failed`
   */
  async create(
    accountId: string,
    given: NewWebhook,
    actor: WebhookActor,
    done?: CompletionMark,
  ): Promise<{ readonly webhook: WebhookView; readonly secret: string }> {
    const { secrets, randomBytes, registry, clock } = this.#context
    const events = validatedEvents(given.events)
    requireEventAccess(actor, events)
    const description = validatedDescription(given.description ?? '')
    const url = await this.#validatedUrl(given.url)
    const { change } = await registry.stats()
    const id = newRowId(clock, randomBytes)
    const secret = newSecretText(randomBytes)
    const webhook: Webhook = {
      ...{ id, accountId, url, events, description, status: 'active', createdAt: timeText(clock()) },
      secrets: [encryptSecret(secrets, id, secret)],
    }
    const cursor: WebhookCursor = { change, events: 0, sequence: 0 }
    const writes: RowWrite[] = [
      { table: 'webhooks', key: rowKey(accountId, id), row: webhook, expect: 'absent' },
      { table: 'webhook_cursors', key: rowKey(id), row: cursor, expect: 'absent' },
      auditWrite(this.#context, webhook, 'webhook.created', actor, { url, events }),
    ]
    await writeWithinLimit(this.#repository, accountId, ({ length: held }) => ({ existing: held, writes }), done)
    return { webhook: webhookView(webhook, clock()), secret }
  }

  /** Lists the webhooks of an account, oldest first. */
  async list(accountId: string): Promise<WebhookView[]> {
    const rows = await webhooksOf(this.#context.store, accountId)
    return rows.map(({ row }) => webhookView(row, this.#context.clock()))
  }

  /** Returns a webhook. @throws `webhook_not_found` */
  async get(accountId: string, id: string): Promise<WebhookView> {
    const [stored] = await this.#context.store.read('webhooks', [rowKey(accountId, id)])
    return webhookView(requireFound(stored?.row), this.#context.clock())
  }

  /**
   * Changes the given fields, all or none. Waiting deliveries go to the new address.
   *
   * A re-enabled webhook also receives the missed events of the registry, as far back as the change feed reaches.
   * `recover` sends missed events of the account.
   *
   * @throws `webhook_not_found`, `webhook_url_blocked`, `webhook_limit_reached`, `insufficient_scope`,
   * `validation_failed`
   */
  async update(accountId: string, id: string, given: WebhookChange, actor: WebhookActor): Promise<WebhookView> {
    const shown = await this.get(accountId, id)
    const { status, skipMissed = false } = given
    const url = given.url === undefined ? undefined : await this.#validatedUrl(given.url)
    const fields = {
      ...defined({ url }),
      ...(given.events === undefined ? {} : { events: validatedEvents(given.events) }),
      ...(given.description === undefined ? {} : { description: validatedDescription(given.description) }),
    }
    const change = (before: Webhook): Webhook => {
      const after = withStatus(withFields(before, fields), status)
      if (status === 'active' || 'url' in fields || 'events' in fields) requireEventAccess(actor, after.events)
      return after
    }
    const done: AuditedAction[] = []
    if (Object.keys(fields).length > 0) done.push(['webhook.updated', fields])
    if (status === 'disabled') done.push(['webhook.disabled', {}])
    if (status === 'active') return await this.#enable(accountId, id, skipMissed, done, actor, change)
    return done.length === 0 ? shown : await this.#change(accountId, id, done, actor, change)
  }

  /** Stops sending until the webhook is enabled again. @throws `webhook_not_found` */
  disable(accountId: string, id: string, actor: WebhookActor): Promise<WebhookView> {
    return this.update(accountId, id, { status: 'disabled' }, actor)
  }

  /** Resumes sending. @throws see {@link update} */
  enable(accountId: string, id: string, options: EnableOptions, actor: WebhookActor): Promise<WebhookView> {
    return this.update(accountId, id, { status: 'active', ...options }, actor)
  }

  async #enable(
    accountId: string,
    id: string,
    skipMissed: boolean,
    done: readonly AuditedAction[],
    actor: WebhookActor,
    change: (webhook: Webhook) => Webhook,
  ): Promise<WebhookView> {
    const { registry, store, clock } = this.#context
    const head = skipMissed ? (await registry.stats()).change : undefined
    let enabled: Webhook | undefined
    await writeWithinLimit(this.#repository, accountId, async (rows) => {
      const stored = rows.find(({ row }) => row.id === id)
      const after = change(requireFound(stored?.row))
      enabled = after
      const expect = (stored as StoredRow<Webhook>).revision
      const writes: RowWrite[] = [{ table: 'webhooks', key: rowKey(accountId, id), row: after, expect }]
      const [cursor] = head === undefined ? [] : await store.read('webhook_cursors', [rowKey(id)])
      if (head !== undefined && cursor !== undefined) {
        const row = { change: head, events: 0, sequence: cursor.row.sequence }
        writes.push({ table: 'webhook_cursors', key: cursor.key, row, expect: cursor.revision })
      }
      for (const [action, details] of [...done, ['webhook.enabled', { skipMissed }]] as const) {
        writes.push(auditWrite(this.#context, after, action, actor, details))
      }
      // Do not count a webhook that is already active.
      return { existing: rows.filter(({ row }) => row.status === 'active' && row.id !== id).length, writes }
    })
    return webhookView(enabled as Webhook, clock())
  }

  /** Deletes a webhook with all its deliveries. @throws `webhook_not_found` */
  async delete(accountId: string, id: string, actor: WebhookActor): Promise<void> {
    const { store } = this.#context
    const key = rowKey(accountId, id)
    for (let attempt = 0; ; attempt++) {
      const [stored] = await store.read('webhooks', [key])
      const webhook = requireFound(stored?.row)
      const lost = await store.write([
        { table: 'webhooks', key, row: undefined, expect: (stored as StoredRow<Webhook>).revision },
        // If deliveries are created concurrently, that transaction conflicts with this write.
        { table: 'webhook_cursors', key: rowKey(id), row: undefined },
        auditWrite(this.#context, webhook, 'webhook.deleted', actor, { url: webhook.url }),
      ])
      if (lost === undefined) break
      if (attempt === MAX_ATTEMPTS) throw tooManyChanges(id)
    }
    // If the deletion is interrupted, the remaining rows are deleted when they are due or expire.
    for (const table of ['deliveries_due', 'deliveries'] as const) {
      const range = { prefix: webhookPrefix(id), limit: ROWS_DELETED_AT_ONCE }
      while ((await store.deleteRange(table, range)) === ROWS_DELETED_AT_ONCE);
    }
  }

  /**
   * Creates a new secret. The service also signs with the previous secret until the overlap ends. Older secrets stop at
   * once.
   *
   * @param overlapSeconds - 0 to 30 days. Default: one day.
   * @returns the secret, which is returned only once.
   * @throws `webhook_not_found`, `validation_failed`
   */
  async rotateSecret(
    accountId: string,
    id: string,
    { overlapSeconds = OVERLAP_SECONDS }: { readonly overlapSeconds?: number },
    actor: WebhookActor,
    done?: CompletionMark,
  ): Promise<{ readonly webhook: WebhookView; readonly secret: string }> {
    validatedOverlap(overlapSeconds)
    const { secrets, randomBytes, clock } = this.#context
    const secret = newSecretText(randomBytes)
    const newest = encryptSecret(secrets, id, secret)
    const rotated = (before: Webhook): Webhook => {
      const now = clock()
      const until = timeText(now + overlapSeconds * 1_000)
      const [old] = before.secrets
      const kept = old === undefined ? [] : validSecrets([{ sealed: old.sealed, until }], now)
      return { ...before, secrets: [newest, ...kept] }
    }
    const audited: AuditedAction = ['webhook.secret_rotated', { overlapSeconds }]
    const webhook = await this.#change(accountId, id, [audited], actor, rotated, done)
    return { webhook, secret }
  }

  /**
   * Sends a `webhook.test` event, even if the webhook has no subscription to the event.
   *
   * @returns the id of the delivery.
   * @throws `webhook_not_found`; `validation_failed` if the webhook is disabled.
   */
  async test(accountId: string, id: string): Promise<string> {
    const { store, clock } = this.#context
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const [[stored], [cursor]] = await Promise.all([
        store.read('webhooks', [rowKey(accountId, id)]),
        store.read('webhook_cursors', [rowKey(id)]),
      ])
      const webhook = requireFound(stored?.row)
      checkActive(webhook)
      if (cursor === undefined) throw webhookNotFound()
      const event = { type: 'webhook.test', at: timeText(clock()), data: { webhookId: id } } as const
      const made = newDeliveries(this.#context, webhook, cursor.row, [event])
      const moved: RowWrite = { table: 'webhook_cursors', key: cursor.key, row: made.cursor, expect: cursor.revision }
      if ((await store.write([moved, ...made.writes])) === undefined) return made.ids[0] as string
    }
    throw tooManyChanges(id)
  }

  async #change(
    accountId: string,
    id: string,
    audited: readonly AuditedAction[],
    actor: WebhookActor,
    change: (webhook: Webhook) => Webhook,
    done?: CompletionMark,
  ): Promise<WebhookView> {
    const { store, clock } = this.#context
    const changeOf = async (row: Webhook | undefined): Promise<RowChange<Webhook, Webhook>> => {
      const webhook = change(requireFound(row))
      const audits = audited.map(([action, details]) => auditWrite(this.#context, webhook, action, actor, details))
      const others = [...audits, ...(done === undefined ? [] : [await done.write()])]
      return { row: webhook, others, result: webhook }
    }
    const changed = await updateRow(store, 'webhooks', rowKey(accountId, id), changeOf)
    return webhookView(changed as Webhook, clock())
  }

  /** Returns the URL if it is valid and allowed. @throws `webhook_url_blocked`, `validation_failed` */
  async #validatedUrl(text: string): Promise<string> {
    const url = this.#guard.checkUrl(text)
    await this.#guard.addresses(url.hostname)
    return url.href
  }
}

/** Returns the changed webhook. Failures of the previous URL do not count for a new URL. */
function withFields(webhook: Webhook, fields: Partial<NewWebhook>): Webhook {
  const { failingSince: _, ...proven } = webhook
  return { ...(fields.url === undefined || fields.url === webhook.url ? webhook : proven), ...fields }
}

function withStatus(webhook: Webhook, status: Webhook['status'] | undefined): Webhook {
  if (status === undefined) return webhook
  if (status === 'disabled') return { ...webhook, status, disabledBy: 'owner' }
  const { failingSince: _, disabledBy: __, ...kept } = webhook
  return { ...kept, status }
}

function requireFound(webhook: Webhook | undefined): Webhook {
  if (webhook === undefined) throw webhookNotFound()
  return webhook
}
