import { hostedTestService } from '../support/hosted-test-service.ts'
import { SCRIPT } from '../support/test-dashboard.ts'
import { ask, type Provoke, send } from './provocations.ts'
import { World } from './world.ts'

/** Sends a second request with the entity tag of the first response. */
const unchanged: Provoke = async (stage, route) => {
  const { path } = route
  const asked = path.includes('{') ? path.replace('{utpid}', await stage.world.product()) : path
  const first = await send(stage, route, { path: asked })
  return await send(stage, route, { path: asked }, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
}

/**
 * Cancels a queued job.
 *
 * @param seenAt - Path for cancelling the job. Default: the path at which the job was created.
 */
const waiting =
  (path: string, seenAt = path): Provoke =>
  async () => {
    const hosted = await hostedTestService(undefined, {}, { isIdle: true })
    return await hosted.ask('POST', `${seenAt}/${await new World(hosted).job(path)}/cancel`, { body: {} })
  }

/** Visits a service with a sign-in provider, which does not answer. */
const atProvider: Provoke = async (_, { path }) => {
  const redirectUri = 'http://127.0.0.1/account/session/provider/callback'
  const provider = { name: 'Acme', issuer: 'http://127.0.0.1:1', clientId: 'utpid', redirectUri }
  const groups = { groupsClaim: 'groups', groupRoles: {}, scopes: ['openid'] }
  const hosted = await hostedTestService([], {}, { signIn: { provider: { ...provider, ...groups } } })
  return await hosted.fetch(path, { redirect: 'manual' })
}

/** Requests that cause a successful response other than the usual response, by operation and status. */
export const OTHER_ANSWERS: Readonly<Record<string, Readonly<Record<number, Provoke>>>> = {
  product: {
    304: unchanged,
    308: async (stage, route) => ask(stage, route, { given: { utpid: await stage.world.merged() } }),
  },
  stats: { 304: unchanged },
  docs: { 304: unchanged },
  openapi: { 304: unchanged },
  errors: { 304: unchanged },
  dashboard: { 304: unchanged },
  dashboardAsset: {
    304: async (stage, route) => {
      const path = `/dashboard/assets/${SCRIPT}`
      const first = await send(stage, route, { path })
      return await send(stage, route, { path }, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    },
  },
  currentSession: { 204: (stage, route) => ask(stage, route, { key: null }) },
  startProviderSignIn: { 303: atProvider },
  finishProviderSignIn: { 303: atProvider },
  batchMap: {
    202: (stage, route) =>
      ask(stage, route, { body: JSON.stringify({ inputs: [{ name: 'Hotel Adlon' }], mode: 'async' }) }),
  },
  cancelBatch: { 200: waiting('/registry/batch-map') },
  cancelImport: { 200: waiting('/registry/import') },
  cancelConcordance: { 200: waiting('/registry/concordance-import') },
  cancelAdminJob: { 200: waiting('/registry/import', '/admin/jobs') },
  putRecord: {
    201: (stage, route) => {
      const path = `/registry/supplier/expo/code/n${stage.world.number()}`
      return send(stage, route, { path, body: stage.world.record() })
    },
  },
  setSupplier: {
    201: (stage, route) =>
      send(stage, route, { path: `/registry/suppliers/new${stage.world.number()}`, body: { name: 'New' } }),
  },
  putPlan: {
    200: (stage, route) =>
      send(stage, route, { path: '/admin/plans/pro', body: { name: 'Pro', batchSize: 1_000, keyLimits: false } }),
    201: (stage, route) => {
      const body = { name: 'New', batchSize: 5, keyLimits: false }
      return send(stage, route, { path: `/admin/plans/new${stage.world.number()}`, body })
    },
  },
}
