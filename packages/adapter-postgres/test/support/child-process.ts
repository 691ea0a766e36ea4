import { type SourceProcess, startSource } from '@utpid/testing'

export function startChild(script: string, args: readonly string[]): SourceProcess {
  return startSource(new URL(script, import.meta.url), args)
}
