import typescript from 'typescript'

/** A label names a measured row: the second item of `[id, label, value, unit]`, or a value with the name `what`. */
export type TextKind = 'comment' | 'string' | 'label'

/** A comment or a string of a source file. */
export interface SourceText {
  readonly kind: TextKind
  /** Line where the text starts, from 1. */
  readonly line: number
  /**
   * The text on one line, without comment signs and examples. `x` replaces code in backticks and `${...}`. ` | `
   * separates cells and rows of a table.
   */
  readonly text: string
}

/** A string with fewer words is a name or a key, not a sentence. */
const MIN_STRING_WORDS = 3

/**
 * The first words of lower-case SQL that no sentence starts with (`with --full: ...`), then patterns of Lua, JavaScript
 * and CSS.
 */
const CODE_PATTERN = new RegExp(
  [
    String.raw`select\b.*(?:\bfrom\b|\()`,
    String.raw`with \w+ as\b`,
    'insert into ',
    String.raw`update (?:\S+ (?:as \w+ )?)?set\b`,
    String.raw`delete from \S+(?: where| as| using|$)`,
    '(?:create|alter|drop) (?:or replace )?(?:table|index|view|schema|database) ',
    'begin isolation ',
    String.raw`set (?:local )?\w+ = `,
    'lock table ',
    String.raw`copy \S+ (?:from|to) std`,
    String.raw`explain (?:\(|analyze|select)`,
    String.raw`(?:local|const) [\w{,} ]+ = `,
    'import (?:type )?[*{]',
    String.raw`if \(`,
    ':root',
  ]
    .map((start) => `^${start}`)
    .join('|'),
)
const BLOCK_TAG = /<\/(?:p|h[1-6]|li|td|th|title|div|header)>/g
const ALIGNED_ROW = /\S {2,}\S/

/** Returns the comments of a TypeScript or JavaScript source, and the sentences in its strings, in order. */
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
  const visit = (node: typescript.Node, isInLabel: boolean): void => {
    if (!typescript.isJsxText(node)) {
      addComments(typescript.getLeadingCommentRanges(source, node.pos))
      addComments(typescript.getTrailingCommentRanges(source, node.end))
    }
    const isLabel = isInLabel || namesRow(node)
    const text = stringOf(node)
    if (text !== undefined)
      found.push({ kind: isLabel ? 'label' : 'string', at: node.getStart(file), end: node.end, text })
    const label = labelOfRow(node)
    typescript.forEachChild(node, (child) => visit(child, isLabel || child === label))
  }
  visit(file, false)
  return joinedLines(found.sort((x, y) => x.at - y.at)).flatMap(({ kind, at, text }): SourceText[] => {
    const line = file.getLineAndCharacterOfPosition(at).line + 1
    if (kind === 'comment') return [{ kind, line, text: cleanComment(text) }]
    const plain = withoutCode(text.replace(BLOCK_TAG, '$& | '))
    const isSentence = plain.split(' ').length >= MIN_STRING_WORDS && !CODE_PATTERN.test(plain)
    return isSentence ? [{ kind, line, text: plain }] : []
  })

  /** Joins consecutive line comments into one text. */
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

function stringOf(node: typescript.Node): string | undefined {
  if (typescript.isStringLiteral(node) || typescript.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (typescript.isJsxText(node)) return node.text
  if (!typescript.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('`x`')
}

/** Returns the label of `[id, label, value, unit]`. */
function labelOfRow(node: typescript.Node): typescript.Node | undefined {
  if (!typescript.isArrayLiteralExpression(node)) return undefined
  const [id, label, , unit] = node.elements
  const isRow = unit !== undefined && [id, unit].some((each) => each !== undefined && stringOf(each) !== undefined)
  return isRow ? label : undefined
}

function namesRow(node: typescript.Node): boolean {
  if (!typescript.isPropertyAssignment(node) && !typescript.isVariableDeclaration(node)) return false
  return typescript.isIdentifier(node.name) && node.name.text === 'what'
}

function cleanComment(comment: string): string {
  const lines = comment
    .replace(/^\/\*+|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/+|\*)?\s?/, ''))
  return withoutCode(lines.join('\n').replace(/```.*?(?:```|$)/gs, '.'))
}

function withoutCode(text: string): string {
  return separateTables(text)
    .replace(/`[^`]*`|\{@link [^}]*\}/g, 'x')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Adds ` | ` between cells and rows of indented blocks with aligned columns. Any other line break is inside a sentence.
 */
function separateTables(text: string): string {
  return text.replace(/(?<=^\s*\n|\n\s*\n|:\n)(?: {2,}\S.*(?:\n|$))+/g, (block) => {
    const rows = block.split('\n').map((row) => row.trim())
    if (!rows.some((row) => ALIGNED_ROW.test(row))) return block
    return `| ${rows.map((row) => row.replace(/ {2,}/g, ' | ')).join(' | ')}`
  })
}
