import { type Arrow, circlesOf, type FolderGraph } from './folder-graph.ts'

const MAX_FILES = 20
const GENERATED = /(^|\/)generated$/

/**
 * Finds folders with too many files. Folders of generated files may have any number.
 *
 * @returns A message for each such folder.
 */
export function crowdedFolders({ sizes }: Pick<FolderGraph, 'sizes'>): string[] {
  return [...sizes]
    .filter(([folder, files]) => files > MAX_FILES && !GENERATED.test(folder))
    .map(([folder, files]) => `${folder} has ${files} files; split it, at most ${MAX_FILES} are allowed`)
}

/**
 * Finds folders that import each other in a circle.
 *
 * @returns A message for each circle, with one example import for each pair of its folders.
 */
export function importCircles(graph: FolderGraph): string[] {
  return circlesOf(graph).map((circle) => {
    const inside = new Set(circle)
    const examples = new Map<string, Arrow>()
    for (const arrow of graph.arrows) {
      const pair = `${arrow.from} ${arrow.to}`
      if (inside.has(arrow.from) && inside.has(arrow.to) && !examples.has(pair)) examples.set(pair, arrow)
    }
    const imports = [...examples.values()].map(({ importer, imported }) => `  ${importer} -> ${imported}`)
    return [`these folders import each other in a circle: ${circle.join(', ')}`, ...imports].join('\n')
  })
}

/**
 * Finds imports against a fixed order.
 *
 * @param root - Folder whose subfolders have the order. Deeper folders belong to their subfolder.
 * @param layers - Names of the subfolders, lowest first. Subfolders in the same layer must not import each other.
 */
export function importsUpward(
  { sizes, arrows }: FolderGraph,
  root: string,
  layers: readonly (readonly string[])[],
): string[] {
  const nameOf = (folder: string): string | undefined =>
    folder.startsWith(`${root}/`) ? folder.slice(root.length + 1).split('/')[0] : undefined
  const levels = new Map(layers.flatMap((names, level) => names.map((name) => [name, level] as const)))
  const unknown = new Set([...sizes.keys()].map(nameOf).filter((name) => name !== undefined && !levels.has(name)))
  const upward = arrows.flatMap(({ from, to, importer, imported }) => {
    const [low, high] = [nameOf(from), nameOf(to)]
    if (low === undefined || low === high) return []
    const allowed = high !== undefined && (levels.get(high) ?? 0) < (levels.get(low) ?? 0)
    return allowed ? [] : [`${importer} imports ${imported}, which is not below it`]
  })
  return [...[...unknown].map((name) => `${root}/${name} is missing in the order of folders`), ...upward]
}
