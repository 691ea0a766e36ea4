import { hashText } from '../../encoding/hash.ts'
import type { WebFeatures } from '../record-features.ts'

const EXTENSION_PATTERN = /(?:ext\.?|extension|x|poste|durchwahl)\s*\d{1,6}\s*$/i
const PHONE_DIGITS = 9
const MIN_PHONE_DIGITS = 6

/**
 * Hosts with pages of thousands of places. Such a shared host is no evidence. The list is maintained by hand. The list
 * is part of the index version, because a shared host produces no key.
 */
const SHARED_HOSTS: ReadonlySet<string> = new Set(
  (
    'facebook.com fb.com m.facebook.com instagram.com twitter.com x.com youtube.com linkedin.com tiktok.com pinterest.com ' +
    'booking.com expedia.com hotels.com agoda.com tripadvisor.com tripadvisor.fr tripadvisor.co.uk airbnb.com airbnb.fr vrbo.com ' +
    'hostelworld.com trivago.com yelp.com yelp.co.uk yelp.ca foursquare.com google.com maps.google.com goo.gl g.page g.co bit.ly ' +
    'wikipedia.org en.wikipedia.org fr.wikipedia.org wikidata.org sites.google.com wordpress.com blogspot.com wixsite.com ' +
    'weebly.com business.site eatbu.com linktr.ee viator.com getyourguide.com tumblr.com yoursingapore.com visitsingapore.com'
  ).split(' '),
)

/**
 * Returns the last nine digits of a phone number, regardless of country and trunk prefixes. Only the first of several
 * numbers counts.
 *
 * @returns undefined if the number has fewer than six digits, or if all its digits are equal.
 */
export function phoneFeature(text: string): number | undefined {
  const first = text.replace(EXTENSION_PATTERN, '').split(/[;,|]|\s\/\s|\bou\b|\bor\b/)[0] ?? ''
  const digits = first.replace(/\(0\)/g, '').replace(/\D/g, '')
  if (digits.length < MIN_PHONE_DIGITS || /^(\d)\1+$/.test(digits)) return undefined
  return Number(digits.slice(-PHONE_DIGITS))
}

/**
 * Splits a web address, in any notation that suppliers use, into host and path; undefined if the text is no web
 * address.
 */
export function splitWebAddress(text: string): { host: string; path: string } | undefined {
  const bare = text.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  const match = /^(?:[^@/?#\s]*@)?([^/?#:\s]+)(?::\d+)?([^?#\s]*)/.exec(bare)
  const host = match?.[1]
    ?.toLowerCase()
    .replace(/^www\d?\./, '')
    .replace(/\.$/, '')
  if (host === undefined || !/^[^.\s][^\s]*\.[\p{L}0-9-]{2,}$/u.test(host)) return undefined
  const path = (match?.[2] ?? '').toLowerCase().replace(/\/(?:index|home|default|accueil)(?:\.\w+)?$/, '')
  return { host, path: withoutSlashes(path) }
}

/**
 * Removes trailing slashes. The function uses no regular expression, because `/+$` tries to match at each slash, which
 * takes quadratic time.
 */
function withoutSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

/**
 * Returns the hashes of a web address.
 *
 * @returns undefined if the text is no web address.
 */
export function webFeatures(text: string): WebFeatures | undefined {
  const address = splitWebAddress(text)
  if (address === undefined) return undefined
  const { host, path } = address
  return {
    host: hashText(host),
    page: hashText(host + path),
    shared: SHARED_HOSTS.has(host) || /\.(?:booking|facebook|tripadvisor|business\.site)\b/.test(host),
  }
}

/** The hosts as input of the checksum of the index version. */
export const SHARED_HOSTS_SOURCE: string = [...SHARED_HOSTS].join(' ')
