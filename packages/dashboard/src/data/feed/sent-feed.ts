import type { Job } from '@utpid/client'

/** The last import that this page has sent. A browser keeps a reference to its file, not its content. */
let last: { readonly id: string; readonly repeat: (allowLoss: number) => Promise<Job> } | undefined

/** Keeps the last import, so that it can be repeated with a larger loss. */
export function keepSentFeed(id: string, repeat: (allowLoss: number) => Promise<Job>): void {
  last = { id, repeat }
}

/** Returns a function that repeats an import, or undefined if this page no longer has its file. */
export function repeatOf(id: string): ((allowLoss: number) => Promise<Job>) | undefined {
  return last?.id === id ? last.repeat : undefined
}
