import type { Product } from '@utpid/core'

/** Changes with everything that is answered of a product, its alerts included. */
export function productTag({ utpid, revision, duplicates }: Product): string {
  return `"${utpid}.${revision}.${duplicates}"`
}

/** Whether `If-None-Match` names this tag; weak and strong ones count alike there. */
export function isNotModified(header: string | undefined, tag: string): boolean {
  return header !== undefined && tagsOf(header).some((each) => each === '*' || strong(each) === strong(tag))
}

/** Whether `If-Match` names this tag; a weak one is never the same. */
export function isPreconditionMet(header: string, tag: string): boolean {
  return tagsOf(header).some((each) => each === '*' || each === tag)
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim())
}

function strong(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
