import type { Readable } from 'node:stream'

/** Standard input of a terminal. */
export type InputTerminal = Readable & { setRawMode(raw: boolean): unknown }

/** Returns whether the input is a terminal, not a file or pipe. */
export function isTerminal(input: Readable): input is InputTerminal {
  return (input as { readonly isTTY?: boolean }).isTTY === true
}
