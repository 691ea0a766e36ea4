import { rowKey } from '@utpid/core/storage'
import { MAX_ROWS } from '@utpid/service/internal'
import type { Rule } from '../../src/route/rules.ts'
import type { World } from '../contract/world.ts'

/** A request that satisfies its schema but breaks a rule of its operation. */
export interface BrokenRule {
  readonly operationId: string
  readonly method: string
  /** Path with query. */
  readonly path: string
  readonly body?: unknown
  /** Replaces the JSON body. */
  readonly text?: { readonly type: string; readonly text: string }
  /** API key. Default: the key of the first account. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

type Make = (world: World) => BrokenRule | Promise<BrokenRule>

const LATER = '2030-01-01T00:00:00Z'
const EARLIER = '2020-01-01T00:00:00Z'
const MAX_KEYS = 100
const ROWS_A_WRITE = 100
/** Number of records in each of two products. The 101 * 101 pairs exceed the limit. */
const RECORDS_OF_SIDE = 101

function get(operationId: string, path: string): BrokenRule {
  return { operationId, method: 'GET', path }
}

function post(operationId: string, path: string, body: unknown): BrokenRule {
  return { operationId, method: 'POST', path, body }
}

/** For each rule, a request that breaks the rule. */
export const BROKEN_RULES: Readonly<Record<Rule, Make>> = {
  known_utpid: () => get('product', '/registry/product/UTP-00000-00000-2'),
  search_needs_something: () => get('search', '/registry/search?verified=false'),
  search_cursor: () => get('search', '/registry/search?q=adlon&cursor=AAAA'),
  cursor_or_offset: () => get('search', '/registry/search?q=adlon&cursor=AAAA&offset=0'),
  search_depth: () => get('search', '/registry/search?q=adlon&offset=10000'),
  assigned_country: () => get('search', '/registry/search?country=XX'),
  given_cursor: () => get('alerts', '/registry/alerts?cursor=confidence~5000~00000000000000aa'),
  usable_input: () => post('match', '/registry/match', { input: { name: 'n/a' } }),
  confirmable_record: async (world) =>
    post('confirm', '/registry/confirm', { record: { supplier: 'expo', code: '1' }, utpid: await world.product() }),
  name_of_something: () => ({
    operationId: 'putRecord',
    method: 'PUT',
    path: '/registry/supplier/expo/code/1',
    body: { name: 'test' },
  }),
  code_of_something: () => ({
    operationId: 'putRecord',
    method: 'PUT',
    path: '/registry/supplier/expo/code/null',
    body: { name: 'Hotel Adlon' },
  }),
  readable_path: () => get('product', '/registry/product/%2E'),
  pinned_value: async (world) => ({
    operationId: 'pin',
    method: 'PATCH',
    path: `/registry/product/${await world.product()}`,
    body: { fields: { city: 'n/a' } },
  }),
  mark_of_kind: async (world) =>
    post('markAlert', `/registry/alerts/${(await world.alert()).alertId}/mark`, { kind: 'note' }),
  alert_closed: async (world) => post('reopenAlert', `/registry/alerts/${(await world.alert()).alertId}/reopen`, {}),
  survivor_of_merge: async (world) => {
    const { alertId, utpids } = await world.alert()
    return post('resolveAlert', `/registry/alerts/${alertId}/resolve`, { resolution: 'dismiss', survivor: utpids[0] })
  },
  survivor_of_two: async (world) =>
    post('merge', '/registry/merge', {
      utpid: await world.product(),
      other: await world.product(),
      survivor: await world.product(),
    }),
  two_products: async (world) => {
    const utpid = await world.product()
    return post('resolveDuplicate', `/registry/duplicates/${utpid}/resolve`, {
      duplicate: utpid,
      resolution: 'dismiss',
    })
  },
  records_of_product: async (world) =>
    post('split', '/registry/split', { utpid: await world.product(), records: [{ supplier: 'expo', code: '1' }] }),
  max_pairs: async (world) => {
    const utpids: string[] = []
    for (const side of ['left', 'right']) {
      const record = { ...world.record(), category: 'hotel', phone: `+49 30 ${9_000_000 + world.number()}` }
      const suppliers = Array.from({ length: RECORDS_OF_SIDE }, (_, at) => `many${at}`)
      await world.hosted.registry.import(suppliers.map((supplier) => ({ supplier, code: side, ...record })))
      utpids.push((await world.made('GET', `/registry/supplier/many0/code/${side}`)).utpid)
    }
    const [utpid, duplicate] = utpids
    const body = { duplicate, resolution: 'dismiss' }
    return post('resolveDuplicate', `/registry/duplicates/${utpid}/resolve`, body)
  },
  decision_to_undo: async () => post('undo', '/registry/changes/1/undo', {}),
  idempotency_key: async (world) => {
    const headers = { 'idempotency-key': `once-${world.number()}` }
    const path = '/account/services'
    const body = JSON.stringify({ name: `Shop ${world.number()}` })
    await world.hosted.ask('POST', path, { body: JSON.parse(body), headers })
    return { ...post('createService', path, { name: 'Another' }), headers }
  },
  range_of_usage: () => get('usage', `/account/usage?from=${LATER}&to=${EARLIER}`),
  future_end: () => post('createKey', '/account/keys', { name: 'Key', scopes: ['registry:read'], expiresAt: EARLIER }),
  known_assignee: () => {
    const assignee = { kind: 'service', id: 'nobody' }
    return post('createKey', '/account/keys', { name: 'Key', scopes: ['registry:read'], assignee })
  },
  burst_of_plan: async (world) => ({
    ...post('createKey', '/account/keys', { name: 'Key', scopes: ['registry:read'], burstPerSecond: 11 }),
    key: await world.planKey({ burstPerSecond: 10, keyLimits: true }),
  }),
  open_key: async (world) => {
    const id = await world.key()
    await world.made('POST', `/account/keys/${id}/revoke`, {})
    return post('rotateKey', `/account/keys/${id}/rotate`, {})
  },
  max_keys: async (world) => {
    const key = await world.planKey({})
    const body = { name: 'Key', scopes: ['registry:read'] }
    for (let count = 1; count < MAX_KEYS; count++) await world.made('POST', '/account/keys', body, key)
    return { ...post('createKey', '/account/keys', body), key }
  },
  max_rows: async (world) => {
    const key = await world.planKey({})
    const { store } = world.hosted.service
    const { id } = await world.made('GET', '/account', undefined, key)
    const createdAt = EARLIER
    for (let from = 0; from < MAX_ROWS; from += ROWS_A_WRITE) {
      const rows = Array.from({ length: ROWS_A_WRITE }, (_, at) => `service-${from + at}`)
      await store.write(
        rows.map((own) => ({
          table: 'service_accounts' as const,
          key: rowKey(id, own),
          row: { id: own, accountId: id, name: own, createdAt },
        })),
      )
    }
    return { ...post('createService', '/account/services', { name: 'One too many' }), key }
  },
  enabled_member: async (world) => {
    const { id } = await world.invited()
    await world.made('PATCH', `/account/members/${id}`, { status: 'disabled' })
    return post('linkMember', `/account/members/${id}/invitation`, {})
  },
  joined_member: async (world) => ({
    operationId: 'updateMember',
    method: 'PATCH',
    path: `/account/members/${(await world.invited()).id}`,
    body: { status: 'active' },
  }),
  other_owner: async (world) => {
    const email = `owner${world.number()}@example.com`
    const { member, invitation } = await world.made('POST', '/account/members', { name: 'Eve', email, role: 'owner' })
    const body = { invitation: invitation.text, password: 'correct horse battery staple' }
    await world.made('POST', '/account/invitation', body)
    return { operationId: 'removeMember', method: 'DELETE', path: `/account/members/${member.id}` }
  },
  other_active_member: async (world) => {
    const owner = await world.member('owner')
    const headers = await world.signedIn(owner)
    return { ...post('transferOwnership', '/account/ownership', { member: owner.id }), headers }
  },
  name_of_account: async (world) => ({
    operationId: 'deleteAccount',
    method: 'DELETE',
    path: '/account?name=Another',
    key: (await world.hosted.newKey(['*'])).key,
  }),
  operator_stays: () => ({ operationId: 'deleteAccount', method: 'DELETE', path: '/account?name=Test' }),
  totp_off: async (world) => ({ ...post('beginTotp', '/account/totp', {}), headers: (await world.withTotp()).headers }),
  totp_begun: async (world) => ({
    ...post('confirmTotp', '/account/totp/confirmation', { code: '123456' }),
    headers: await world.session(),
  }),
  totp_on: async (world) => ({
    ...post('removeTotp', '/account/totp/removal', { code: '123456' }),
    headers: await world.session(),
  }),
  webhook_form: () =>
    post('createWebhook', '/account/webhooks', { url: 'https://a:99999/', events: ['registry.product.*'] }),
  webhook_address: () =>
    post('createWebhook', '/account/webhooks', { url: 'https://10.0.0.1/', events: ['registry.product.*'] }),
  webhooks_of_plan: async (world) => ({
    ...post('createWebhook', '/account/webhooks', { url: 'http://127.0.0.1:1024/', events: ['registry.product.*'] }),
    key: await world.planKey({ webhooks: 0 }),
  }),
  enabled_webhook: async (world) => {
    const id = await world.webhook()
    await world.made('PATCH', `/account/webhooks/${id}`, { status: 'disabled' })
    return post('testWebhook', `/account/webhooks/${id}/test`, {})
  },
  batch_of_plan: async (world) => ({
    ...post('batchMap', '/registry/batch-map', { inputs: [{ name: 'Hotel Eins' }, { name: 'Hotel Zwei' }] }),
    key: await world.planKey({ batchSize: 1 }),
  }),
  refs_once: () =>
    post('batchMap', '/registry/batch-map', {
      inputs: [
        { ref: 'a', name: 'A' },
        { ref: 'a', name: 'B' },
      ],
    }),
  readable_feed: () => ({
    operationId: 'import',
    method: 'POST',
    path: '/registry/import?supplier=own',
    text: { type: 'text/csv', text: 'colour\nred\n' },
  }),
  readable_concordance: () => ({
    operationId: 'importConcordance',
    method: 'POST',
    path: '/registry/concordance-import?name=giata',
    text: { type: 'text/csv', text: '\n\n' },
  }),
  known_mapping: () => ({
    ...post('import', '/registry/import?mapping=nothing%3Dtitle', [{ code: '1', name: 'Hotel Ritz' }]),
  }),
  removals_alone: () => ({
    ...post('import', '/registry/import?removedOnly=true&full=true', [{ code: '1', name: 'Hotel Ritz' }]),
  }),
  layout_of_crosswalk: () => get('export', '/registry/export?layout=wide'),
  delta_of_registry: () => get('export', '/registry/export?format=crosswalk&after=0'),
}
