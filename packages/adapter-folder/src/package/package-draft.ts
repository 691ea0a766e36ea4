import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const openDrafts = new Set<string>()

/** The end of a draft's name, after the name of its target. */
const DRAFT_SUFFIX = /^(?:(\d+)\.)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part(-lock)?$/

/**
 * Returns a unique draft path, so that concurrent writers do not collide. Deletes drafts of the same file that dead
 * processes left.
 */
export async function startDraft(path: string): Promise<string> {
  await removeStale(path)
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.${randomUUID()}.part`)
  openDrafts.add(draft)
  return draft
}

/** Call this after the draft was renamed or deleted. */
export function endDraft(draft: string): void {
  openDrafts.delete(draft)
}

async function removeStale(path: string): Promise<void> {
  const folder = dirname(path)
  const prefix = `.${basename(path)}.`
  // If the folder cannot be read, the later write reports the reason.
  for (const name of await readdir(folder).catch(() => [])) {
    const found = name.startsWith(prefix) ? DRAFT_SUFFIX.exec(name.slice(prefix.length)) : null
    if (found === null) continue
    const draft = join(folder, name)
    const isWritten = found[1] !== undefined && mayWrite(Number(found[1]), draft.replace(/-lock$/, ''))
    if (!isWritten) await rm(draft, { force: true }).catch(() => undefined)
  }
}

function mayWrite(pid: number, draft: string): boolean {
  if (pid === process.pid) return openDrafts.has(draft)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process lives, as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
