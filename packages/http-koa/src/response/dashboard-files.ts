import { readdir, readFile } from 'node:fs/promises'
import type { Reply } from '../route/route.ts'
import { CachedResponse } from './cached-response.ts'
import { type DashboardOptions, dashboardPolicy, mapWorkerPolicy, pageElements } from './dashboard-policy.ts'

const PAGE = 'index.html'
const ASSETS = 'dashboard/assets/'
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The worker of the map, as vite names it. */
const MAP_WORKER = /^maplibre-gl-csp-worker-.*\.js$/

/** The built dashboard in memory: one page, and assets with a content hash in their names. */
export class DashboardFiles {
  readonly #page: CachedResponse
  readonly #assets: ReadonlyMap<string, CachedResponse>

  /**
   * @param assets - Contents of the assets by file name.
   * @throws RangeError for an invalid image host.
   */
  constructor(page: string, assets: ReadonlyMap<string, string>, options: DashboardOptions = {}) {
    const policy = dashboardPolicy(options)
    const elements = pageElements(options)
    const shown = elements === '' ? page : page.replace('<title>', () => `${elements}<title>`)
    const { map } = options
    this.#page = new CachedResponse(() => reply(shown, 'text/html; charset=utf-8', 'no-cache', policy))
    this.#assets = new Map(
      [...assets].map(([name, text]) => [
        name,
        // Cache assets for ever: a new version has new file names.
        new CachedResponse(() =>
          reply(
            text,
            typeOf(name),
            'public, max-age=31536000, immutable',
            map !== undefined && MAP_WORKER.test(name) ? mapWorkerPolicy(map) : undefined,
          ),
        ),
      ]),
    )
  }

  /**
   * Reads the build of `@utpid/dashboard`.
   *
   * @returns undefined if the dashboard is not built, as in a fresh clone.
   */
  static async read(folder: URL, options: DashboardOptions = {}): Promise<DashboardFiles | undefined> {
    const page = await readFile(new URL(PAGE, folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (page === undefined) return undefined
    const names = await readdir(new URL(ASSETS, folder))
    const texts = await Promise.all(names.map((name) => readFile(new URL(`${ASSETS}${name}`, folder), 'utf8')))
    return new DashboardFiles(page, new Map(names.map((name, at) => [name, texts[at] as string])), options)
  }

  get page(): CachedResponse {
    return this.#page
  }

  asset(name: string): CachedResponse | undefined {
    return this.#assets.get(name)
  }
}

function typeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain; charset=utf-8'
}

function reply(body: string, type: string, cacheControl: string, policy?: string): Reply & { readonly body: string } {
  return {
    status: 200,
    body,
    type,
    headers: {
      'cache-control': cacheControl,
      ...(policy === undefined ? {} : { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' }),
    },
  }
}
