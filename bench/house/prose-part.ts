import { proseFindings } from '../../scripts/prose/prose-rules.ts'
import { repositoryTexts } from '../../scripts/prose/repository-texts.ts'
import type { Part } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'

/** Counts comments and messages that break a rule of prose. `scripts/prose/check-prose.ts` lists them. */
export const prosePart: Part = {
  name: 'prose',
  needsData: false,
  run: async () => {
    const texts = repositoryTexts()
    const findings = texts.flatMap(({ kind, text }) => proseFindings(text, kind))
    const rows = [
      plainRow('house.texts', 'comments and messages', texts.length, 'count'),
      barRow('house.prose', '... findings of the check of prose', findings.length, 'count', ['=', 0]),
    ]
    return { n: 0, rows }
  },
}
