import { type SourceProcess, sourceArguments, startSource } from '@utpid/testing'

/** A script that runs in a separate process. */
export const CHILD: URL = new URL('child.ts', import.meta.url)

type Mode = 'open' | 'hold' | 'write' | 'change' | 'some' | 'fill' | 'reindex'

/** Returns the arguments for node to run `child.ts`. */
export function childCommand(mode: Mode, folder: string): string[] {
  return sourceArguments(CHILD, mode, folder)
}

/**
 * Starts `child.ts` in another process.
 *
 * @param within - A program, with its arguments, that runs the process.
 */
export function startChild(mode: Mode, folder: string, within: readonly string[] = []): SourceProcess {
  return startSource(CHILD, [mode, folder], within)
}
