import { dirname, normalize } from 'node:path/posix'
import typescript from 'typescript'

/** An import between two folders. */
export interface Arrow {
  readonly from: string
  readonly to: string
  /** Paths of the importing file and of the imported file. */
  readonly importer: string
  readonly imported: string
}

/** Folders and the imports between them, including imports of types. */
export interface FolderGraph {
  /** Number of files in each folder, without subfolders. */
  readonly sizes: ReadonlyMap<string, number>
  readonly arrows: readonly Arrow[]
}

/**
 * Creates the graph of folders.
 *
 * @param sources - Texts by path. Imports of other paths are ignored.
 */
export function folderGraph(sources: ReadonlyMap<string, string>): FolderGraph {
  const sizes = new Map<string, number>()
  const arrows: Arrow[] = []
  for (const [importer, text] of sources) {
    const from = dirname(importer)
    sizes.set(from, (sizes.get(from) ?? 0) + 1)
    for (const { fileName } of typescript.preProcessFile(text, true, true).importedFiles) {
      const imported = normalize(`${from}/${fileName}`)
      const to = dirname(imported)
      if (fileName.startsWith('.') && sources.has(imported) && to !== from)
        arrows.push({ from, to, importer, imported })
    }
  }
  return { sizes, arrows }
}

/**
 * Returns sets of folders that import each other in a circle: strongly connected components by Tarjan, "Depth-first
 * search and linear graph algorithms", 1972.
 */
export function circlesOf({ sizes, arrows }: FolderGraph): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of arrows) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  const numbers = new Map<string, number>()
  const lows = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (folder: string): number => {
    const number = numbers.size
    numbers.set(folder, number)
    let low = number
    stack.push(folder)
    for (const target of targets.get(folder) ?? []) {
      if (!numbers.has(target)) low = Math.min(low, visit(target))
      else if (stack.includes(target)) low = Math.min(low, numbers.get(target) ?? low)
    }
    lows.set(folder, low)
    if (low === number) {
      const circle = stack.splice(stack.indexOf(folder))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return low
  }
  for (const folder of sizes.keys()) if (!numbers.has(folder)) visit(folder)
  return circles
}
