import type { Part } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { documentFigures } from './documents.ts'

/** Sizes of the documents. */
export const documentsPart: Part = {
  name: 'documents',
  needsData: false,
  run: async () => {
    const { readmeBytes, words, writtenWords, decisions } = documentFigures()
    const rows = [
      barRow('house.readme', 'README.md', readmeBytes, 'bytes', ['<=', 8_192]),
      barRow('house.words', 'words in docs/', words, 'count', ['<=', 60_000]),
      plainRow(
        'house.written-words',
        '... without the reference and the page of figures, which are generated',
        writtenWords,
        'count',
      ),
      barRow('house.decisions', 'decisions', decisions, 'count', ['<=', 40]),
    ]
    return { n: 0, rows }
  },
}
