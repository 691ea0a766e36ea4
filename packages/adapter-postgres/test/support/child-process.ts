import { type SourceProcess, startSource } from '@utpid/testing'

/** Runs a script of this folder in another process. */
export function startChild(script: string, args: readonly string[]): SourceProcess {
  return startSource(new URL(script, import.meta.url), args)
}
