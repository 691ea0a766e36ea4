import type { ListedProduct, ProductRevision } from '@utpid/core'

/** Changes with everything that is answered of a product, its alerts included. */
export function productTag({
  utpid,
  revision,
  duplicates,
}: Pick<ListedProduct, 'utpid' | 'revision' | 'duplicates'>): string {
  return `"${utpid}.${revision}.${duplicates}"`
}

/** Whether `If-None-Match` names this tag; weak and strong ones count alike there. */
export function isNotModified(header: string | undefined, tag: string): boolean {
  return header !== undefined && tagsOf(header).some((each) => each === '*' || strong(each) === strong(tag))
}

/**
 * The products that `If-Match` names, to be expected by the write itself; undefined when any will do. A weak tag is never
 * the same, and what is no tag of a product names none.
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
