/** The tiles of the dashboard's map, from a host of the operator's choice. */
export interface DashboardMap {
  /** Address of a style document of MapLibre, or of image tiles with `{z}`, `{x}` and `{y}`. */
  readonly style: string
  /** Text that names the source of the tiles. Default: the style names it. */
  readonly attribution?: string
}

/**
 * Returns the content security policy of the dashboard, which allows only files and requests of this service. It
 * forbids inline code, eval and markup from text.
 *
 * @param map - The map may load from the host of its style, and start its own worker. Nothing else is allowed there.
 */
export function dashboardPolicy(map?: DashboardMap): string {
  const host = map === undefined ? '' : ` ${hostOf(map)}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The map makes blobs of its icons.
    `img-src 'self' data:${map === undefined ? '' : ' blob:'}${host}`,
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

/** Returns the elements of the page that tell the dashboard of the map. */
export function mapElements({ style, attribution }: DashboardMap): string {
  const entries: readonly (readonly [string, string | undefined])[] = [
    ['utpid-map-style', style],
    ['utpid-map-attribution', attribution],
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
