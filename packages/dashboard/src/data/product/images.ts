import type { Content } from './record-fields.ts'

export interface Image {
  readonly url: string
  readonly caption: string
}

/** Returns the images of a record with an address for browsers, in the order of the supplier. */
export function imagesOf({ images }: Content): Image[] {
  if (!Array.isArray(images)) return []
  const seen = new Set<string>()
  return (images as readonly { readonly url?: unknown; readonly caption?: unknown }[]).flatMap(({ url, caption }) => {
    if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url) || seen.has(url)) return []
    seen.add(url)
    return [{ url, caption: typeof caption === 'string' ? caption : '' }]
  })
}

/**
 * Whether the operator allows images of the host of a URL. The page lists the hosts, as its content security policy
 * does: `img.example.com`, or `*.example.com` for all hosts below it. Only https is allowed.
 *
 * @param hosts - The allowed hosts.
 */
export function isAllowedImage(url: string, hosts: readonly string[]): boolean {
  const { protocol, host } = new URL(url)
  if (protocol !== 'https:') return false
  return hosts.some((allowed) => (allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed))
}
