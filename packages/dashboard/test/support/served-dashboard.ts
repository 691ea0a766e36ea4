import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry } from '@utpid/core'
import { readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds, toJsonLine } from '@utpid/generator'
import { createApp, DashboardFiles, type DashboardOptions, ROUTES, serviceAccessControl } from '@utpid/http-koa'
import {
  ensureFirstAccount,
  type HostedService,
  hostedService,
  MemoryServiceStore,
  OPERATOR,
  type SignInOptions,
  secretBox,
} from '@utpid/service'

/** A name that sets `window.ran` if the page runs it as markup. */
export const SCRIPT_NAME = `<img src=x onerror="window.ran=1"><script>window.ran=1</script>"'><svg onload=window.ran=1>`

export interface ServedDashboard {
  readonly registry: Registry
  readonly address: string
  readonly key: string
  readonly service: HostedService
  /** Id of the account of the key. */
  readonly accountId: string
  /** Invitation of a viewer with the e-mail `vera@example.com`. */
  readonly invitation: string
  /** UTPID of a product with the name {@link SCRIPT_NAME}. */
  readonly utpid: string
  close(): Promise<void>
}

/** Returns records of generated feeds, one list for each supplier as in real imports, so that some need a review. */
async function generatedRecords(products: number): Promise<unknown[][]> {
  const bySupplier = new Map<string, unknown[]>()
  const lines = [...generateFeeds({ seed: 1, products, suppliers: 6 }).records].map(toJsonLine).join('')
  for await (const item of readFeed(Readable.from([Buffer.from(lines)]), { format: 'jsonl' })) {
    if (!('record' in item)) throw new Error(item.error.message)
    const { supplier } = item.record as { readonly supplier: string }
    bySupplier.set(supplier, [...(bySupplier.get(supplier) ?? []), item.record])
  }
  return [...bySupplier.values()]
}

/** Options of {@link servedDashboard}, such as hosts of photos and tiles of the map. */
export interface ServedOptions extends DashboardOptions {
  /** Returns how members sign in at this address. Default: with passwords. */
  readonly signIn?: (address: string) => Promise<SignInOptions>
}

/**
 * Serves the dashboard with generated feeds, and with names that try to run as scripts.
 *
 * @param products - Number of generated products.
 */
export async function servedDashboard(
  folder: URL,
  products = 240,
  { signIn = async () => ({}), ...options }: ServedOptions = {},
): Promise<ServedDashboard> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
  await registry.setSupplier({ id: 'evil', name: SCRIPT_NAME })
  for (const records of await generatedRecords(products)) await registry.import(records)
  await registry.import([
    {
      supplier: 'evil',
      code: '<b>1</b>',
      name: SCRIPT_NAME,
      website: 'javascript:window.ran=1',
      location: { city: SCRIPT_NAME, country: 'FR', address: SCRIPT_NAME, coordinates: [48.8, 2.3] },
    },
  ])
  const located = await registry.locate({ supplier: 'evil', code: '<b>1</b>' })
  if (located?.utpid == null) throw new Error('The record with a script as its name was not taken.')
  const store = new MemoryServiceStore()
  const service = await hostedService({
    registry,
    store,
    gazetteer: loadGazetteer(),
    instance: 'test',
    secrets: secretBox([new Uint8Array(32).fill(7)]),
    // Allow this machine, on which test receivers run.
    destinations: { allowHttp: true, allowedNetworks: ['127.0.0.0/8'] },
    signIn: await signIn(address),
    onError: (error) => console.error(error),
  })
  const first = await ensureFirstAccount(service.repository, SCRIPT_NAME)
  if (first === undefined) throw new Error('There was an account already.')
  const { id } = first.account
  await service.keys.create(OPERATOR, id, { name: SCRIPT_NAME, scopes: ['registry:read'] })
  const invited = await service.members.invite(OPERATOR, id, {
    name: SCRIPT_NAME,
    email: 'vera@example.com',
    role: 'viewer',
  })
  service.start()
  const dashboard = await DashboardFiles.read(folder, options)
  if (dashboard === undefined) throw new Error('The dashboard is not built.')
  const app = createApp({ registry, service, accessControl: serviceAccessControl(service), routes: ROUTES, dashboard })
  server.on('request', app.callback())
  return {
    registry,
    service,
    accountId: id,
    address,
    key: first.text,
    invitation: invited.text,
    utpid: located.utpid,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await service.stop()
      await store.close()
      await registry.close()
    },
  }
}
