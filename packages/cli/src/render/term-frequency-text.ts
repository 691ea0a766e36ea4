import type { TermFrequencyDue } from '@utpid/core/operations'

/** Describes why a new term-frequency version is due. */
export const DUE_TEXTS: Readonly<Record<TermFrequencyDue, string>> = {
  first_count: 'the registry has 2,000 records',
  records: 'the number of records has doubled or halved',
  words: 'the words of names have changed',
}
