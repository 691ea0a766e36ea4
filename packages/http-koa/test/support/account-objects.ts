import type { HostedTestService } from './hosted-test-service.ts'
import { jsonOf } from './test-service.ts'

/** Ids of account objects, one for each kind that paths contain. */
export interface AccountObjects {
  readonly key: string
  readonly member: string
  readonly service: string
  readonly webhook: string
  readonly delivery: string
  readonly batch: string
  readonly import: string
  readonly concordance: string
  readonly request: string
}

/**
 * Creates one object of each kind over HTTP.
 *
 * @param key - API key of the account, with all scopes.
 */
export async function makeAccountObjects(hosted: HostedTestService, key: string): Promise<AccountObjects> {
  const made = async (path: string, body: unknown): Promise<Record<string, { id: string } & string>> => {
    const response = await hosted.ask('POST', path, { key, body })
    if (response.status > 202) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return await jsonOf(response)
  }
  const webhook = await made('/account/webhooks', { url: NOBODY_LISTENS, events: ['account.quota.reached'] })
  const webhookId = webhook.webhook?.id as string
  const request = `request-${webhookId}`
  await hosted.ask('GET', '/registry/stats', { key, headers: { 'x-request-id': request } })
  const objects = {
    key: (await made('/account/keys', { name: 'One', scopes: ['registry:read'] })).key?.id as string,
    member: (await made('/account/members', { name: 'Ann', email: 'ann@example.com', role: 'viewer' })).member
      ?.id as string,
    service: (await made('/account/services', { name: 'Shop' })).id as string,
    webhook: webhookId,
    delivery: (await made(`/account/webhooks/${webhookId}/test`, {})).deliveryId as string,
    batch: (await made('/registry/batch-map', { inputs: [{ name: 'Hotel Adlon' }], mode: 'async' })).id as string,
    import: (await made('/registry/import?supplier=own', [{ code: '1', name: 'Hotel Eins', country: 'DE' }]))
      .id as string,
    concordance: (await made('/registry/concordance-import?name=giata', [{ id: '1', provider: 'expo', code: '1' }]))
      .id as string,
    request,
  }
  // Wait for the jobs: the last page of results means that a job has finished.
  for (const path of [
    `/registry/batch-map/${objects.batch}`,
    `/registry/import/${objects.import}`,
    `/registry/concordance-import/${objects.concordance}`,
  ]) {
    const lines = await hosted.ask('GET', `${path}/results`, { key, headers: { accept: 'application/x-ndjson' } })
    await lines.text()
  }
  await hosted.service.recorder.flush()
  return objects
}

/** Deliveries to this URL fail at once. */
const NOBODY_LISTENS = 'http://127.0.0.1:1024/'

/** Webhook options of services for {@link makeAccountObjects}. */
export const LOOPBACK_RECEIVERS = { allowHttp: true, allowedNetworks: ['127.0.0.0/8'] } as const
