import { InvalidArgumentError } from 'commander'
import { type OptionRow, parsed } from './option.ts'

/** The option for a term-frequency version. */
export const TF_VERSION: OptionRow<number | 'next'> = parsed(
  'version',
  'term-frequency version: "next" counts the words of the registry now, 0 is the shipped table (default: unchanged)',
  tfVersionOption,
)

function tfVersionOption(text: string): number | 'next' {
  if (text === 'next') return text
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be "next", 0 or the number of an existing term-frequency version.')
}
