import typescript from 'typescript'

export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Counts lines that contain code: no blank lines, no comments. */
export function codeLines({ path, text }: SourceFile): number {
  const file = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, false)
  const lines = new Set<number>()
  const visit = (node: typescript.Node): void => {
    // TypeScript lists the documentation of a declaration among its children.
    if (typescript.isJSDoc(node)) return
    if (node.getChildCount(file) > 0) {
      for (const child of node.getChildren(file)) visit(child)
      return
    }
    const start = node.getStart(file)
    if (node.end <= start) return
    const first = file.getLineAndCharacterOfPosition(start).line
    const last = file.getLineAndCharacterOfPosition(node.end).line
    for (let line = first; line <= last; line++) lines.add(line)
  }
  visit(file)
  return lines.size
}

export interface LongFunction {
  readonly path: string
  /** Line number, from 1. */
  readonly line: number
  readonly lines: number
}

/** Returns functions, methods and accessors with more lines than a limit, from first to last line. */
export function longFunctions({ path, text }: SourceFile, maxLines: number): LongFunction[] {
  const file = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, true)
  const found: LongFunction[] = []
  const visit = (node: typescript.Node): void => {
    if (typescript.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line
      const lines = file.getLineAndCharacterOfPosition(node.end).line - first + 1
      if (lines > maxLines) found.push({ path, line: first + 1, lines })
    }
    typescript.forEachChild(node, visit)
  }
  visit(file)
  return found
}
