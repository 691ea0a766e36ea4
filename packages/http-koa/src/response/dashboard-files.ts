import { readdir, readFile } from 'node:fs/promises'
import type { Reply } from '../route/route.ts'
import { CachedResponse } from './cached-response.ts'

const PAGE = 'index.html'
const ASSETS = 'dashboard/assets/'
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** A host name, with `*.` for all hosts below it, and an optional port. */
const IMAGE_HOST = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z0-9-]{2,63}(?::\d{1,5})?$/

/** Whether a text is a host that the dashboard may load images from: `img.example.com`, `*.example.com`. */
export function isImageHost(text: string): boolean {
  return IMAGE_HOST.test(text)
}

/**
 * Returns the content security policy of the dashboard: allows only files and requests of this service, and images of
 * the given hosts over https. The policy forbids inline code, eval and markup from text.
 */
function policyOf(imageHosts: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...imageHosts.map((host) => `https://${host}`)].join(' '),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** Options of the dashboard. */
export interface DashboardOptions {
  /** Hosts of suppliers' photos that the dashboard shows: `img.example.com`, `*.example.com`. Default: none. */
  readonly imageHosts?: readonly string[]
}

/** The built dashboard in memory: one page, and assets with a content hash in their names. */
export class DashboardFiles {
  readonly #page: CachedResponse
  readonly #assets: ReadonlyMap<string, CachedResponse>

  /**
   * @param assets - Contents of the assets by file name.
   * @throws RangeError for an invalid image host.
   */
  constructor(page: string, assets: ReadonlyMap<string, string>, { imageHosts = [] }: DashboardOptions = {}) {
    const invalid = imageHosts.find((host) => !isImageHost(host))
    if (invalid !== undefined) throw new RangeError(`"${invalid}" is not a host like img.example.com.`)
    // The page shows photos of these hosts, and links all others.
    const meta = `<meta name="utpid-image-hosts" content="${imageHosts.join(' ')}">`
    const shown = imageHosts.length === 0 ? page : page.replace('</head>', `${meta}</head>`)
    const policy = policyOf(imageHosts)
    this.#page = new CachedResponse(() => reply(shown, 'text/html; charset=utf-8', 'no-cache', policy))
    this.#assets = new Map(
      [...assets].map(([name, text]) => [
        name,
        // Cache assets for ever: a new version has new file names.
        new CachedResponse(() => reply(text, typeOf(name), 'public, max-age=31536000, immutable')),
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
