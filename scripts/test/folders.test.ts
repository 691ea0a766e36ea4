import { describe, expect, test } from 'vitest'
import { circlesOf, folderGraph } from '../folders/folder-graph.ts'
import { crowdedFolders, importCircles, importsUpward } from '../folders/folder-rules.ts'

const LAYERS = [['text', 'model'], ['scoring']]

function graphOf(files: Readonly<Record<string, string>>): ReturnType<typeof folderGraph> {
  return folderGraph(new Map(Object.entries(files)))
}

describe('folders', () => {
  test('with more than 20 files are reported, except folders of generated files', () => {
    const files = (folder: string, count: number): [string, string][] =>
      Array.from({ length: count }, (_, at) => [`${folder}/${at}.ts`, ''])
    const graph = folderGraph(new Map([...files('a', 20), ...files('a/b', 21), ...files('a/generated', 30)]))
    expect(crowdedFolders(graph)).toEqual(['a/b has 21 files; split it, at most 20 are allowed'])
  })

  test('that import each other are reported, including parents and type imports', () => {
    const graph = graphOf({
      'a/one.ts': "import { two } from './b/two.ts'",
      'a/b/two.ts': "import type { One } from '../one.ts'",
      'c/three.ts': "import '../a/one.ts'",
    })
    expect(circlesOf(graph)).toEqual([['a', 'a/b']])
    expect(importCircles(graph)).toEqual([
      'these folders import each other in a circle: a, a/b\n  a/one.ts -> a/b/two.ts\n  a/b/two.ts -> a/one.ts',
    ])
  })

  test('that import each other in a longer circle are reported', () => {
    const graph = graphOf({
      'a/one.ts': "export { two } from '../b/two.ts'",
      'b/two.ts': "const three = await import('../c/three.ts')",
      'c/three.ts': "import { other } from '../a/other.ts'",
      'a/other.ts': '',
    })
    expect(circlesOf(graph)).toEqual([['a', 'b', 'c']])
  })

  test('may import in one direction', () => {
    const graph = graphOf({ 'a/one.ts': "import '../b/two.ts'", 'b/two.ts': "import 'node:fs'" })
    expect(importCircles(graph)).toEqual([])
  })

  test('with an order may import only lower folders', () => {
    const graph = graphOf({
      'src/index.ts': "import './scoring/score.ts'",
      'src/scoring/score.ts': "import '../text/word.ts'",
      'src/text/word.ts': "import '../model/record.ts'",
      'src/model/deep/record.ts': "import '../../index.ts'",
      'src/model/record.ts': "import '../scoring/score.ts'",
      'src/new/file.ts': '',
    })
    expect(importsUpward(graph, 'src', LAYERS)).toEqual([
      'src/new is missing in the order of folders',
      'src/text/word.ts imports src/model/record.ts, which is not below it',
      'src/model/deep/record.ts imports src/index.ts, which is not below it',
      'src/model/record.ts imports src/scoring/score.ts, which is not below it',
    ])
  })
})
