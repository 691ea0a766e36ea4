import type { Readable } from 'node:stream'

/** Standard input where a person types. */
export type InputTerminal = Readable & { setRawMode(raw: boolean): unknown }

/** Whether a person types there, rather than a file or another command. */
export function isTerminal(input: Readable): input is InputTerminal {
  return (input as { readonly isTTY?: boolean }).isTTY === true
}
