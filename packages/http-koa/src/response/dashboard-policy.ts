/** The tiles of the dashboard's map, from a host of the operator's choice. */
export interface DashboardMap {
  /** Address of a style document of MapLibre, or of image tiles with `{z}`, `{x}` and `{y}`. */
  readonly style: string
  /** Text that names the source of the tiles. Default: the style names it. */
  readonly attribution?: string
}

/** Options of the dashboard. */
export interface DashboardOptions {
  /** Hosts of suppliers' photos that the dashboard shows: `img.example.com`, `*.example.com`. Default: none. */
  readonly imageHosts?: readonly string[]
  /** Tiles of the map. Default: the map is a plan that loads nothing. */
  readonly map?: DashboardMap
}

/** A host name, with `*.` for all hosts below it, and an optional port. */
const IMAGE_HOST = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z0-9-]{2,63}(?::\d{1,5})?$/

/** Reports whether a text is a host that the dashboard may load images from: `img.example.com`, `*.example.com`. */
export function isImageHost(text: string): boolean {
  return IMAGE_HOST.test(text)
}

/**
 * Returns the content security policy of the dashboard, which allows only files and requests of this service, images of
 * the given hosts over https, and the map: it may load from the host of its style, and start its own worker. The policy
 * forbids inline code, eval and markup from text.
 *
 * @throws RangeError for an invalid image host.
 */
export function dashboardPolicy({ imageHosts = [], map }: DashboardOptions): string {
  const invalid = imageHosts.find((host) => !isImageHost(host))
  if (invalid !== undefined) throw new RangeError(`"${invalid}" is not a host like img.example.com.`)
  const photos = imageHosts.map((host) => ` https://${host}`).join('')
  const host = map === undefined ? '' : ` ${hostOf(map)}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The map makes blobs of its icons.
    `img-src 'self' data:${photos}${map === undefined ? '' : ' blob:'}${host}`,
    `connect-src 'self'${host}`,
    ...(map === undefined ? [] : ["worker-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${map === undefined ? "'none'" : MAP_TRUSTED_TYPES}`,
  ].join('; ')
}

/** The trusted types policy by which the dashboard names the file of the map's worker. */
const MAP_TRUSTED_TYPES = 'utpid-map'

/** Returns the policy of the map's worker, which loads tiles. A worker does not have the policy of its page. */
export function mapWorkerPolicy(map: DashboardMap): string {
  return `default-src 'none'; connect-src 'self' ${hostOf(map)}`
}

/** Returns the elements of the page that tell the dashboard of the hosts of photos and of the map. */
export function pageElements({ imageHosts = [], map }: DashboardOptions): string {
  const entries: readonly (readonly [string, string | undefined])[] = [
    ['utpid-image-hosts', imageHosts.length === 0 ? undefined : imageHosts.join(' ')],
    ['utpid-map-style', map?.style],
    ['utpid-map-attribution', map?.attribution],
  ]
  return entries
    .map(([name, content]) => (content === undefined ? '' : `<meta name="${name}" content="${escaped(content)}" />`))
    .join('')
}

/** The scheme, host and port of the style. */
function hostOf({ style }: DashboardMap): string {
  return new URL(style).origin
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
