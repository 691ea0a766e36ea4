import { OPERATOR } from '@utpid/service'
import { SCRIPT } from '../support/test-dashboard.ts'
import type { World } from './world.ts'

/** Unknown or merged ids, which replace ids of existing objects in a request. */
export interface Given {
  readonly utpid?: string
  readonly id?: string
  /** The second id in the path, such as the delivery of a webhook. */
  readonly code?: string
}

export interface Request {
  readonly path: string
  readonly body?: unknown
  /** Headers that replace the key of the first account. */
  readonly headers?: Readonly<Record<string, string>>
}

type Make = (world: World, given: Given) => Promise<Request> | Request

const at =
  (path: string, body?: unknown): Make =>
  () => ({ path, ...(body === undefined ? {} : { body }) })

/** Makes a request whose path contains an id. */
function of(
  path: string,
  make: (world: World) => Promise<string | number>,
  name: keyof Given = 'id',
  body?: unknown,
): Make {
  return async (world, given) => ({
    path: path.replace('*', encodeURIComponent(given[name] ?? (await make(world)))),
    ...(body === undefined ? {} : { body }),
  })
}

/** Makes an admin request for an object of an account. */
function inAccount(make: (world: World, account: string) => Promise<string>, path: string): Make {
  return async (world, { id, code }) => {
    const account = await world.account()
    const own = code ?? (await make(world, account))
    return { path: path.replace('{id}', id ?? account).replace('{own}', own), body: {} }
  }
}

const product = (world: World): Promise<string> => world.product()
const key = (world: World): Promise<string> => world.key()
const member = async (world: World): Promise<string> => (await world.invited()).id
const service = (world: World): Promise<string> => world.service()
const webhook = (world: World): Promise<string> => world.webhook()
const supplier = (world: World): Promise<string> => world.supplier()
const alert = async (world: World): Promise<string> => (await world.alert()).alertId
const batch = (world: World): Promise<string> => world.job('/registry/batch-map')
const feed = (world: World): Promise<string> => world.job('/registry/import')
const concordance = (world: World): Promise<string> => world.job('/registry/concordance-import')
const account = (world: World): Promise<string> => world.account()
const BATCHES = '/registry/batch-map'
const IMPORTS = '/registry/import'
const CONCORDANCES = '/registry/concordance-import'

/** Makes a request of a dashboard session. */
function inSession(path: string, body?: unknown): Make {
  return async (world) => ({ path, headers: await world.session(), ...(body === undefined ? {} : { body }) })
}

/** Makes a request of a member with a second factor, with its next code. */
function withCode(path: string): Make {
  return async (world) => {
    const { headers, next } = await world.withTotp()
    return { path, headers, body: { code: next } }
  }
}

/** A valid request of each operation. */
export const REQUESTS: Readonly<Record<string, Make>> = {
  search: at('/registry/search?q=adlon'),
  product: of('/registry/product/*', product, 'utpid'),
  match: at('/registry/match', { input: { name: 'Hotel Adlon' } }),
  confirm: async (world, { utpid }) => ({
    path: '/registry/confirm',
    body: { record: world.record(), utpid: utpid ?? (await world.product()) },
  }),
  batchMap: at(BATCHES, { inputs: [{ name: 'Hotel Adlon' }] }),
  batchJobs: at(BATCHES),
  batchJob: of(`${BATCHES}/*`, batch),
  batchFile: of(`${BATCHES}/*/file`, (world) => world.endedFile(BATCHES)),
  batchResults: of(`${BATCHES}/*/results`, batch),
  cancelBatch: of(`${BATCHES}/*/cancel`, batch, 'id', {}),
  duplicates: of('/registry/duplicates/*', product, 'utpid'),
  resolveDuplicate: async (world, { utpid }) => {
    const { utpids } = await world.alert()
    const body = { duplicate: utpids[1], resolution: 'dismiss' }
    return { path: `/registry/duplicates/${utpid ?? utpids[0]}/resolve`, body }
  },
  verify: async (world, { utpid }) => ({
    path: '/registry/verify',
    body: { utpid: utpid ?? (await world.product()), method: 'manual' },
  }),
  stats: at('/registry/stats'),
  suggest: at('/registry/suggest?q=berl'),
  how: of('/registry/product/*/how', product, 'utpid'),
  history: of('/registry/product/*/history', product, 'utpid'),
  changes: at('/registry/changes'),
  decisions: at('/registry/decisions'),
  decisionCounts: at('/registry/decisions/counts'),
  lookup: at('/registry/lookup', { ids: ['UTP-00000-00000-1', { supplier: 'expo', code: '1' }] }),
  explain: async (world, { utpid }) => ({
    path: '/registry/explain',
    body: { a: utpid ?? (await world.product()), b: { supplier: 'expo', code: await world.code() } },
  }),
  alerts: at('/registry/alerts'),
  alert: of('/registry/alerts/*', alert),
  alertGroups: at('/registry/alerts/groups'),
  markAlert: of('/registry/alerts/*/mark', alert, 'id', { kind: 'unsure', note: 'Two doors or one?' }),
  resolveAlert: of('/registry/alerts/*/resolve', alert, 'id', { resolution: 'dismiss' }),
  reopenAlert: async (world, { id }) => {
    const { alertId } = await world.alert()
    await world.made('POST', `/registry/alerts/${alertId}/resolve`, { resolution: 'dismiss' })
    return { path: `/registry/alerts/${id ?? alertId}/reopen`, body: {} }
  },
  putRecord: async (world) => ({
    path: `/registry/supplier/expo/code/${await world.code()}`,
    body: { name: 'Hotel Other' },
  }),
  record: of('/registry/supplier/expo/code/*', (world) => world.code(), 'code'),
  deactivateRecord: of('/registry/supplier/expo/code/*', (world) => world.code(), 'code'),
  suppliers: at('/registry/suppliers'),
  supplier: of('/registry/suppliers/*', supplier),
  setSupplier: of('/registry/suppliers/*', supplier, 'id', { name: 'Named' }),
  supplierReport: of('/registry/suppliers/*/report', supplier),
  supplierImports: of('/registry/suppliers/*/imports', supplier),
  concordances: at('/registry/concordances'),
  concordanceContradictions: at('/registry/contradictions'),
  storeConcordance: at('/registry/concordances/giata', { entries: [{ supplier: 'expo', code: '1', set: '3956' }] }),
  removeConcordance: of('/registry/concordances/*', (world) => world.concordance()),
  deactivateSupplier: of('/registry/suppliers/*/deactivate', supplier, 'id', {}),
  import: at(`${IMPORTS}?supplier=own`, [{ code: '1', name: 'Hotel Eins', country: 'DE' }]),
  importConcordance: at(`${CONCORDANCES}?name=giata`, [{ id: '3956', provider: 'expo', code: '1' }]),
  concordanceJobs: at(CONCORDANCES),
  concordanceJob: of(`${CONCORDANCES}/*`, concordance),
  concordanceResults: of(`${CONCORDANCES}/*/results`, concordance),
  cancelConcordance: of(`${CONCORDANCES}/*/cancel`, concordance, 'id', {}),
  importJobs: at(IMPORTS),
  importJob: of(`${IMPORTS}/*`, feed),
  importFile: of(`${IMPORTS}/*/file`, (world) => world.endedFile(IMPORTS)),
  importResults: of(`${IMPORTS}/*/results`, feed),
  cancelImport: of(`${IMPORTS}/*/cancel`, feed, 'id', {}),
  export: at('/registry/export'),
  merge: async (world, { utpid }) => ({
    path: '/registry/merge',
    body: { utpid: utpid ?? (await world.product()), other: await world.product() },
  }),
  split: async (world, given) => {
    const { utpid, code } = await world.shared()
    const body = { utpid: given.utpid ?? utpid, records: [{ supplier: 'other', code }] }
    return { path: '/registry/split', body }
  },
  undo: of('/registry/changes/*/undo', (world) => world.decision(), 'id', {}),
  pin: of('/registry/product/*', product, 'utpid', { fields: { stars: 5 } }),
  deleteProduct: of('/registry/product/*', product, 'utpid'),
  keys: at('/account/keys'),
  createKey: at('/account/keys', { name: 'Key', scopes: ['registry:read'] }),
  key: of('/account/keys/*', key),
  updateKey: of('/account/keys/*', key, 'id', { name: 'Renamed' }),
  rotateKey: of('/account/keys/*/rotate', key, 'id', {}),
  revokeKey: of('/account/keys/*/revoke', key, 'id', {}),
  members: at('/account/members'),
  member: of('/account/members/*', member),
  linkMember: of('/account/members/*/invitation', member, 'id', {}),
  inviteMember: (world) => ({
    path: '/account/members',
    body: { name: 'Bob', email: `bob${world.number()}@example.com`, role: 'viewer' },
  }),
  updateMember: of('/account/members/*', member, 'id', { role: 'analyst' }),
  removeMember: of('/account/members/*', member),
  services: at('/account/services'),
  service: of('/account/services/*', service),
  createService: (world) => ({ path: '/account/services', body: { name: `New ${world.number()}` } }),
  removeService: of('/account/services/*', service),
  usage: at('/account/usage'),
  logs: at('/account/logs'),
  log: of('/account/logs/*', (world) => world.request()),
  audit: at('/account/audit'),
  webhooks: at('/account/webhooks'),
  createWebhook: at('/account/webhooks', { url: 'http://127.0.0.1:1024/', events: ['registry.product.*'] }),
  webhook: of('/account/webhooks/*', webhook),
  updateWebhook: of('/account/webhooks/*', webhook, 'id', { description: 'Other' }),
  deleteWebhook: of('/account/webhooks/*', webhook),
  rotateSecret: of('/account/webhooks/*/rotate-secret', webhook, 'id', {}),
  testWebhook: of('/account/webhooks/*/test', webhook, 'id', {}),
  deliveries: of('/account/webhooks/*/deliveries', webhook),
  retryDelivery: async (world, { id, code }) => {
    const [own, delivery] = await world.delivery()
    return { path: `/account/webhooks/${id ?? own}/deliveries/${code ?? delivery}/retry`, body: {} }
  },
  recoverDeliveries: of('/account/webhooks/*/recover', webhook, 'id', { since: '2026-11-01T00:00:00Z' }),
  signIn: ({ hosted }) => ({ path: '/account/session', body: { key: hosted.key } }),
  currentSession: at('/account/session'),
  signOut: at('/account/session'),
  acceptInvitation: async (world) => ({
    path: '/account/invitation',
    body: { invitation: (await world.invited()).text, password: 'correct horse battery staple' },
  }),
  signInMethods: at('/account/sign-in'),
  startProviderSignIn: at('/account/session/provider'),
  finishProviderSignIn: at('/account/session/provider/callback'),
  sessions: inSession('/account/sessions'),
  endSession: async (world, { id }) => {
    const headers = await world.session()
    const { results } = await world.made('GET', '/account/sessions', undefined, undefined, headers)
    return { path: `/account/sessions/${id ?? results[0].id}`, headers }
  },
  endOtherSessions: inSession('/account/sessions'),
  memberSessions: of('/account/members/*/sessions', member),
  endMemberSessions: of('/account/members/*/sessions', member),
  totp: inSession('/account/totp'),
  beginTotp: inSession('/account/totp', {}),
  confirmTotp: async (world) => {
    const headers = await world.session()
    const { code } = await world.begunTotp(headers)
    return { path: '/account/totp/confirmation', headers, body: { code } }
  },
  renewRecoveryCodes: withCode('/account/totp/recovery-codes'),
  removeTotp: withCode('/account/totp/removal'),
  resetTotp: of('/account/members/*/totp', member),
  deleteAccount: async ({ hosted }) => {
    const { key: own, accountId } = await hosted.newKey(['*'])
    const { name } = await hosted.service.accounts.get(OPERATOR, accountId)
    const headers = { authorization: `Bearer ${own}` }
    return { path: `/account?name=${encodeURIComponent(name)}`, headers }
  },
  transferOwnership: async (world, { id }) => ({
    path: '/account/ownership',
    headers: await world.session('owner'),
    body: { member: id ?? (await world.member()).id },
  }),
  account: at('/account'),
  updateAccount: at('/account', { name: 'Test' }),
  adminAccounts: at('/admin/accounts'),
  createAccount: at('/admin/accounts', { name: 'Another', plan: 'pro' }),
  adminAccount: of('/admin/accounts/*', account),
  updateAccountOf: of('/admin/accounts/*', account, 'id', { name: 'Renamed' }),
  keysOf: of('/admin/accounts/*/keys', account),
  createKeyOf: of('/admin/accounts/*/keys', account, 'id', { name: 'Key', scopes: ['registry:read'] }),
  revokeKeyOf: inAccount((world, of) => world.keyOf(of), '/admin/accounts/{id}/keys/{own}/revoke'),
  membersOf: of('/admin/accounts/*/members', account),
  inviteMemberOf: of('/admin/accounts/*/members', account, 'id', {
    name: 'Ann',
    email: 'ann@example.com',
    role: 'owner',
  }),
  linkMemberOf: inAccount((world, of) => world.memberOf(of), '/admin/accounts/{id}/members/{own}/invitation'),
  adminJobs: at('/admin/jobs'),
  createAdminJob: at('/admin/jobs', { kind: 'export', format: 'crosswalk' }),
  adminJob: of('/admin/jobs/*', batch),
  adminResults: of('/admin/jobs/*/results', (world) => world.exported()),
  cancelAdminJob: of('/admin/jobs/*/cancel', batch, 'id', {}),
  plans: at('/admin/plans'),
  plan: of('/admin/plans/*', async () => 'pro'),
  putPlan: at('/admin/plans/own', { name: 'Own', batchSize: 5, keyLimits: false }),
  health: at('/health'),
  ready: at('/ready'),
  metrics: at('/metrics'),
  openapi: at('/openapi.json'),
  docs: at('/docs'),
  errors: at('/docs/errors'),
  dashboard: at('/dashboard'),
  dashboardAsset: of('/dashboard/assets/*', async () => SCRIPT),
}
