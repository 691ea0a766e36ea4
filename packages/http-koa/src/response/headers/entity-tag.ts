import type { ProductSummary } from '@utpid/core'
import type { ProductRevision } from '@utpid/core/operations'

/** Returns the entity tag of a product. The tag changes when any field of the response changes, including alerts. */
export function productTag({
  utpid,
  revision,
  duplicates,
}: Pick<ProductSummary, 'utpid' | 'revision' | 'duplicates'>): string {
  return `"${utpid}.${revision}.${duplicates}"`
}

/** Whether `If-None-Match` contains this tag. A weak tag equals a strong tag with the same text. */
export function isNotModified(header: string | undefined, tag: string): boolean {
  return header !== undefined && tagsOf(header).some((each) => each === '*' || strong(each) === strong(tag))
}

/**
 * Parses `If-Match` into expected product revisions, which the write requires. Returns undefined without the header.
 * Weak tags, and tags in another form, never match.
 */
export function expectedProducts(header: string | undefined): ProductRevision[] | undefined {
  if (header === undefined || tagsOf(header).includes('*')) return undefined
  return tagsOf(header).flatMap((tag) => {
    const [, utpid, revision] = /^"([^".]{1,100})\.(\d{1,15})\.\d{1,15}"$/.exec(tag) ?? []
    return utpid === undefined ? [] : [{ utpid, revision: Number(revision) }]
  })
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim())
}

function strong(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
