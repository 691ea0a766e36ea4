import type { ProblemCode } from '../../src/index.ts'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { ask, begunOnce, bodyHash, type Provoke, requestOf, send } from './provocations.ts'
import { jobRequest, NOBODYS, World } from './world.ts'

type Codes = Partial<Readonly<Record<ProblemCode, Provoke>>>

const BATCHES = '/registry/batch-map'
const IMPORTS = '/registry/import'
const CONCORDANCES = '/registry/concordance-import'
const ADMIN_JOBS = '/admin/jobs'

/** Sends the given body instead of a valid body. */
const withBody =
  (body: unknown): Provoke =>
  (stage, route) =>
    ask(stage, route, { body: JSON.stringify(body) })

/** Sends a wrong code of a second factor. */
const wrongCode = withBody({ code: 'wrong' })

/** Sends a body to a service that has turned passwords off. */
const withoutPasswords =
  (body: unknown): Provoke =>
  async (_, { method, path }) => {
    const hosted = await hostedTestService([], {}, { signIn: { passwords: false } })
    return await hosted.fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

/** Resolves an alert with the given survivor. */
const survivor =
  (utpid: (world: World) => Promise<string>): Provoke =>
  async (stage, route) => {
    const { alertId } = await stage.world.alert()
    const body = { resolution: 'merge', survivor: await utpid(stage.world) }
    return await send(stage, route, { path: `/registry/alerts/${alertId}/resolve`, body })
  }

/**
 * Cancels a finished job.
 *
 * @param seenAt - Path for cancelling the job. Default: the path at which the job was created.
 */
const finished =
  (path: string, seenAt = path): Provoke =>
  async (stage, route) =>
    send(stage, route, { path: `${seenAt}/${await stage.world.endedJob(path)}/cancel`, body: {} })

/** Reads results after 31 days, in a separate service. */
const expired =
  (path: string, make: (world: World) => Promise<string> = (world) => world.endedJob(path)): Provoke =>
  async () => {
    const hosted = await hostedTestService()
    const id = await make(new World(hosted))
    hosted.advance(31 * 86_400_000)
    return await hosted.ask('GET', `${path}/${id}/results`)
  }

/** Asks for the file of a job, in a separate service. */
const fileOf =
  (path: string, make: (world: World) => Promise<string>, { isIdle = false, days = 0 } = {}): Provoke =>
  async () => {
    const hosted = await hostedTestService(undefined, {}, { isIdle })
    const id = await make(new World(hosted))
    hosted.advance(days * 86_400_000)
    return await hosted.ask('GET', `${path}/${id}/file`)
  }

const fileCodes = (path: string): Codes => ({
  job_unfinished: fileOf(path, (world) => world.sentFile(path), { isIdle: true }),
  file_not_kept: fileOf(path, (world) => world.endedFile(path, '&keep=false')),
  file_expired: fileOf(path, (world) => world.endedFile(path), { days: 8 }),
})

/** Creates a second job in an account whose plan allows one unfinished job. The service runs no jobs. */
const busy =
  (path: string): Provoke =>
  async () => {
    const hosted = await hostedTestService(undefined, {}, { isIdle: true })
    const world = new World(hosted)
    const key = await world.planKey({ jobs: 1 })
    const [asked, body] = jobRequest(path)
    await world.made('POST', asked, body, key)
    return await hosted.ask('POST', asked, { key, body })
  }

/** Replaces a concordance of two codes by one of its codes. */
const cutConcordance: Provoke = async (stage, route) => {
  const path = `/registry/concordances/${await stage.world.concordance()}`
  const entries = ['1', '2'].map((code) => ({ supplier: 'expo', code, set: '1' }))
  await stage.world.made('POST', path, { entries })
  return await send(stage, route, { path, body: { entries: entries.slice(1) } })
}

/** A key with a limit. The key is created under a plan that allows no limits of keys. */
const limitedKey = { name: 'Key', scopes: ['registry:read'], burstPerSecond: 5 }

/** Repeats a request whose process crashed after the write and before it stored the response. */
const doneBefore: Provoke = async (stage, route) => {
  const { service } = stage.hosted
  const request = await requestOf(stage, route)
  const begun = await begunOnce(stage, route, request, bodyHash(stage, route, request))
  await service.store.write([await begun.work.write()])
  await begun.work.release()
  return await send(stage, route, request, { headers: { 'idempotency-key': begun.key } })
}

/** Problems that only some operations have, or that have another cause in some operations. */
export const OWN_PROVOCATIONS: Readonly<Record<string, Codes>> = {
  search: { offset_too_large: (stage, route) => ask(stage, route, { query: 'offset=9999' }) },
  changes: { changes_expired: (stage, route) => ask(stage, route, { query: 'after=999999' }) },
  batchMap: {
    batch_too_large: async (stage, route) => {
      const key = await stage.world.planKey({ batchSize: 1 })
      const body = JSON.stringify({ inputs: [{ name: 'Hotel Adlon' }, { name: 'Hotel Ritz' }] })
      return await ask(stage, route, { key, body })
    },
    duplicate_ref: withBody({
      inputs: [
        { ref: 'a', name: 'Hotel Adlon' },
        { ref: 'a', name: 'Hotel Ritz' },
      ],
    }),
    too_many_jobs: busy(BATCHES),
  },
  import: { too_many_jobs: busy(IMPORTS) },
  importConcordance: { too_many_jobs: busy(CONCORDANCES) },
  storeConcordance: { excessive_loss: cutConcordance },
  export: {
    changes_expired: (stage, route) => ask(stage, route, { query: 'after=999999' }),
    // A key with `registry:read` may export only the crosswalk.
    insufficient_scope: async (stage, route) =>
      ask(stage, route, { key: (await stage.hosted.newKey(['registry:read'])).key }),
  },
  cancelBatch: { job_finished: finished(BATCHES) },
  cancelImport: { job_finished: finished(IMPORTS) },
  cancelConcordance: { job_finished: finished(CONCORDANCES) },
  cancelAdminJob: { job_finished: finished(BATCHES, ADMIN_JOBS) },
  batchFile: fileCodes(BATCHES),
  importFile: fileCodes(IMPORTS),
  batchResults: { results_expired: expired(BATCHES) },
  importResults: { results_expired: expired(IMPORTS) },
  concordanceResults: { results_expired: expired(CONCORDANCES) },
  adminResults: { results_expired: expired(ADMIN_JOBS, (world) => world.exported()) },
  merge: {
    judgement_conflict: async (stage, route) => {
      const [utpid, other] = (await stage.world.alert()).utpids
      await stage.world.made('POST', `/registry/duplicates/${utpid}/resolve`, {
        duplicate: other,
        resolution: 'dismiss',
      })
      return await send(stage, route, { path: '/registry/merge', body: { utpid, other } })
    },
  },
  resolveDuplicate: {
    judgement_conflict: async (stage, route) => {
      const [utpid, duplicate] = (await stage.world.alert()).utpids
      const path = `/registry/duplicates/${utpid}/resolve`
      await stage.world.made('POST', path, { duplicate, resolution: 'dismiss' })
      return await send(stage, route, { path, body: { duplicate, resolution: 'merge' } })
    },
  },
  split: {
    judgement_conflict: async (stage, route) => {
      const { utpid, codes } = await stage.world.pair()
      const body = { utpid, records: [{ supplier: 'expo', code: codes[1] }] }
      return await send(stage, route, { path: '/registry/split', body })
    },
  },
  undo: {
    already_undone: async (stage, route) => {
      const change = await stage.world.decision()
      const path = `/registry/changes/${change}/undo`
      await stage.world.made('POST', path, {})
      return await send(stage, route, { path, body: {} })
    },
    judgement_conflict: async (stage, route) => {
      const { world } = stage
      const [utpid, other] = (await world.alert()).utpids
      const merged = await world.made('POST', '/registry/merge', { utpid, other })
      const undone = await world.made('POST', `/registry/changes/${merged.change}/undo`, {})
      await world.made('POST', `/registry/duplicates/${utpid}/resolve`, { duplicate: other, resolution: 'dismiss' })
      return await send(stage, route, { path: `/registry/changes/${undone.change}/undo`, body: {} })
    },
  },
  resolveAlert: {
    product_not_found: survivor(async () => 'UTP-00000-00000-1'),
    product_deleted: survivor((world) => world.deleted()),
    product_retired: survivor((world) => world.retired()),
  },
  markAlert: {
    alert_decided: async (stage, route) => {
      const { world } = stage
      const { alertId } = await world.alert()
      await world.made('POST', `/registry/alerts/${alertId}/resolve`, { resolution: 'dismiss' })
      return await send(stage, route, { path: `/registry/alerts/${alertId}/mark`, body: { kind: 'unsure' } })
    },
  },
  createKey: {
    plan_feature_unavailable: async (stage, route) => {
      const key = await stage.world.planKey({})
      return await ask(stage, route, { key, body: JSON.stringify(limitedKey) })
    },
  },
  updateKey: {
    plan_feature_unavailable: async (stage, route) => {
      const key = await stage.world.planKey({})
      const made = await stage.world.made('POST', '/account/keys', { name: 'Key', scopes: ['registry:read'] }, key)
      return await send(stage, route, { path: `/account/keys/${made.key.id}`, body: { burstPerSecond: 5 } }, { key })
    },
  },
  createWebhook: {
    webhook_limit_reached: async (stage, route) =>
      ask(stage, route, { key: await stage.world.planKey({ webhooks: 0 }) }),
    webhook_url_blocked: withBody({ url: 'http://10.0.0.1/', events: ['registry.product.*'] }),
  },
  updateWebhook: {
    webhook_limit_reached: async (stage, route) => {
      const { world } = stage
      const plan = { name: 'Small', batchSize: 10, keyLimits: false }
      const id = `small${world.number()}`
      await world.made('PUT', `/admin/plans/${id}`, { ...plan, webhooks: 2 })
      const { key } = await stage.hosted.newKey(['*'], id)
      const body = { url: 'http://127.0.0.1:1024/', events: ['account.quota.reached'] }
      const { webhook } = await world.made('POST', '/account/webhooks', body, key)
      const path = `/account/webhooks/${webhook.id}`
      await world.made('PATCH', path, { status: 'disabled' }, key)
      const other = await world.made('POST', '/account/webhooks', body, key)
      // The lower limit disables the newest webhook. The other webhook then uses the limit of 1.
      await world.made('PUT', `/admin/plans/${id}`, { ...plan, webhooks: 1 })
      await world.made('PATCH', `/account/webhooks/${other.webhook.id}`, { status: 'active' }, key)
      return await send(stage, route, { path, body: { status: 'active' } }, { key })
    },
    webhook_url_blocked: withBody({ url: 'http://10.0.0.1/' }),
  },
  signIn: {
    invalid_credentials: withBody({ email: 'nobody@example.com', password: 'wrong' }),
    second_factor_required: async (stage, route) => {
      const { email, password } = (await stage.world.withTotp()).person
      return await ask(stage, route, { key: null, body: JSON.stringify({ email, password }) })
    },
    passwords_off: withoutPasswords({ email: 'nobody@example.com', password: 'wrong' }),
  },
  confirmTotp: { invalid_credentials: wrongCode },
  renewRecoveryCodes: { invalid_credentials: wrongCode },
  removeTotp: { invalid_credentials: wrongCode },
  transferOwnership: {
    not_found: (stage, route) => ask(stage, route, { given: { id: NOBODYS } }),
  },
  deleteAccount: {
    // The idempotency key belongs to the first account.
    idempotency_in_progress: async (stage, route) => {
      const request = await requestOf(stage, route)
      const { key } = await begunOnce(stage, route, request, bodyHash(stage, route, request))
      return await send(stage, route, request, { key: stage.hosted.key, headers: { 'idempotency-key': key } })
    },
    idempotency_key_reused: async (stage, route) => {
      const request = await requestOf(stage, route)
      const { key, work } = await begunOnce(stage, route, request, 'another')
      await work.finish({ status: 200, headers: { ' body-hash': 'another' }, body: '{}' })
      return await send(stage, route, request, { key: stage.hosted.key, headers: { 'idempotency-key': key } })
    },
  },
  acceptInvitation: {
    passwords_off: withoutPasswords({ invitation: 'utp_invite_x', password: 'correct horse battery staple' }),
    invalid_credentials: withBody({ invitation: 'nonsense', password: 'correct horse battery staple' }),
  },
  retryDelivery: { not_found: (stage, route) => ask(stage, route, { given: { code: NOBODYS } }) },
  createService: {
    already_exists: async (stage, route) => {
      const body = JSON.stringify({ name: `Shop ${stage.world.number()}` })
      await (await ask(stage, route, { body })).text()
      return await ask(stage, route, { body })
    },
  },
  createAccount: { already_exists: doneBefore, not_found: withBody({ name: 'Another', plan: 'none' }) },
  createKeyOf: {
    plan_feature_unavailable: async (stage, route) => {
      const path = `/admin/accounts/${await stage.world.account(await stage.world.plan({}))}/keys`
      return await send(stage, route, { path, body: limitedKey })
    },
  },
  revokeKeyOf: { key_not_found: (stage, route) => ask(stage, route, { given: { code: NOBODYS } }) },
  updateAccountOf: { not_found: withBody({ plan: 'none' }) },
  metrics: { not_found: ({ hosted }, { method, path }) => hosted.ask(method, path) },
}
