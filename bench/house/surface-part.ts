import { publicSymbols } from '../../scripts/docs/public-symbols.ts'
import type { Part } from '../harness/part.ts'
import { barRow } from '../harness/row.ts'

/** Maximum names that an entry exports. */
const BARS: Readonly<Record<string, number>> = { '@utpid/core': 70, '@utpid/service': 25 }

/** Counts the names that packages export to their users. */
export const surfacePart: Part = {
  name: 'surface',
  needsData: false,
  run: async () => {
    const symbols = publicSymbols()
    const rows = Object.entries(BARS).map(([entry, max]) => {
      const names = symbols.filter((symbol) => symbol.entry === entry).length
      return barRow(`house.names.${entry.slice('@utpid/'.length)}`, `names of ${entry}`, names, 'count', ['<=', max])
    })
    return { n: 0, rows }
  },
}
