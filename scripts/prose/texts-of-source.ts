import typescript from 'typescript'

/** A comment or a string of a source file. */
export interface SourceText {
  readonly kind: 'comment' | 'string'
  /** Line of its beginning, from 1. */
  readonly line: number
  /** On one line, without comment signs; code in backticks and `${...}` is `x`, tags and examples are cut off. */
  readonly text: string
}

/** Fewer words are a name or a key rather than a sentence. */
const MIN_STRING_WORDS = 3

/** Reads the comments and the sentences in strings of a TypeScript or JavaScript source, in order. */
export function textsOfSource(path: string, source: string): SourceText[] {
  const file = typescript.createSourceFile(path, source, typescript.ScriptTarget.Latest, false)
  const found: {
    readonly kind: SourceText['kind']
    readonly at: number
    readonly end: number
    readonly text: string
  }[] = []
  const seen = new Set<number>()
  const addComments = (ranges: readonly typescript.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) {
      if (seen.has(pos)) continue
      seen.add(pos)
      found.push({ kind: 'comment', at: pos, end, text: source.slice(pos, end) })
    }
  }
  const visit = (node: typescript.Node): void => {
    if (!typescript.isJsxText(node)) {
      addComments(typescript.getLeadingCommentRanges(source, node.pos))
      addComments(typescript.getTrailingCommentRanges(source, node.end))
    }
    const text = stringOf(node, file)
    if (text !== undefined) found.push({ kind: 'string', at: node.getStart(file), end: node.end, text })
    typescript.forEachChild(node, visit)
  }
  visit(file)
  return joinedLines(found.sort((x, y) => x.at - y.at)).flatMap(({ kind, at, text }): SourceText[] => {
    const line = file.getLineAndCharacterOfPosition(at).line + 1
    if (kind === 'comment') return [{ kind, line, text: cleanComment(text) }]
    const plain = withoutCode(text)
    return plain.split(' ').length < MIN_STRING_WORDS ? [] : [{ kind, line, text: plain }]
  })

  /** Line comments that follow each other are one text. */
  function joinedLines<T extends { readonly kind: string; readonly end: number; readonly at: number; text: string }>(
    texts: readonly T[],
  ): T[] {
    const joined: T[] = []
    for (const each of texts) {
      const before = joined.at(-1)
      if (
        before?.text.startsWith('//') &&
        each.text.startsWith('//') &&
        /^\s*$/.test(source.slice(before.end, each.at))
      )
        joined[joined.length - 1] = { ...before, end: each.end, text: `${before.text}\n${each.text}` }
      else joined.push(each)
    }
    return joined
  }
}

function stringOf(node: typescript.Node, file: typescript.SourceFile): string | undefined {
  if (typescript.isStringLiteral(node) || typescript.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (typescript.isJsxText(node)) return node.text
  if (!typescript.isTemplateExpression(node)) return undefined
  // A tagged template is code of another language: SQL, for example.
  if (typescript.isTaggedTemplateExpression(node.parent ?? file)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('`x`')
}

function cleanComment(comment: string): string {
  const lines = comment
    .replace(/^\/\*+|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/+|\*)?\s?/, ''))
  return withoutCode(lines.join('\n').replace(/```.*?(?:```|$)/gs, '.'))
}

function withoutCode(text: string): string {
  return text
    .replace(/`[^`]*`|\{@link [^}]*\}/g, 'x')
    .replace(/\s+/g, ' ')
    .trim()
}
