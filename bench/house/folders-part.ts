import { circlesOf } from '../../scripts/folders/folder-graph.ts'
import { crowdedFolders } from '../../scripts/folders/folder-rules.ts'
import { repositoryFolders } from '../../scripts/folders/repository-folders.ts'
import type { Part } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'

/** Measures the sizes of folders, and whether folders import each other. */
export const foldersPart: Part = {
  name: 'folders',
  needsData: false,
  run: async () => {
    const { sources, tests } = repositoryFolders()
    const crowded = [...crowdedFolders(sources), ...crowdedFolders(tests)]
    const pairs = new Set(sources.arrows.map(({ from, to }) => `${from} ${to}`))
    const mutual = sources.arrows.filter(({ from, to }) => from < to && pairs.has(`${to} ${from}`))
    const rows = [
      plainRow('house.folders', 'folders with code', sources.sizes.size + tests.sizes.size, 'count'),
      barRow('house.crowded', '... with more than 20 files, generated ones aside', crowded.length, 'count', ['=', 0]),
      barRow(
        'house.mutual',
        'pairs of folders that import each other',
        new Set(mutual.map(({ from, to }) => `${from} ${to}`)).size,
        'count',
        ['=', 0],
      ),
      barRow('house.circles', 'circles of folders by their imports', circlesOf(sources).length, 'count', ['=', 0]),
    ]
    return { n: 0, rows }
  },
}
