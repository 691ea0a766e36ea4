import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Drafts that are being written in this process. */
const written = new Set<string>()

/** Of the name of a draft, after the name of what it is a draft of. */
const REST_OF_DRAFT = /^(?:(\d+)\.)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part(-lock)?$/

/**
 * Where a file is written until it is whole: of its own for each, so that two at once do not meet. What processes that ended
 * in between have left of the same file is deleted.
 */
export async function beginDraft(path: string): Promise<string> {
  await removeStale(path)
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.${randomUUID()}.part`)
  written.add(draft)
  return draft
}

/** It is in its place, or deleted. */
export function endDraft(draft: string): void {
  written.delete(draft)
}

async function removeStale(path: string): Promise<void> {
  const folder = dirname(path)
  const prefix = `.${basename(path)}.`
  // Where it cannot be looked at, writing says why.
  for (const name of await readdir(folder).catch(() => [])) {
    const found = name.startsWith(prefix) ? REST_OF_DRAFT.exec(name.slice(prefix.length)) : null
    if (found === null) continue
    const draft = join(folder, name)
    const isWritten = found[1] !== undefined && mayWrite(Number(found[1]), draft.replace(/-lock$/, ''))
    if (!isWritten) await rm(draft, { force: true }).catch(() => undefined)
  }
}

function mayWrite(pid: number, draft: string): boolean {
  if (pid === process.pid) return written.has(draft)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
