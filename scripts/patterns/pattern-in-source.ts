import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../repository/root.ts'

/** A regular expression in the source. */
export interface PatternInSource {
  /** File and line, such as `packages/feed/src/mapping/coordinates.ts:4`. */
  readonly place: string
  /** Source and flags, or undefined for a pattern that is built at run time. */
  readonly pattern: { readonly source: string; readonly flags: string } | undefined
  /**
   * The reason why the pattern takes linear time although no tool can prove it. The comment `linear: REASON` above the
   * pattern contains this reason.
   */
  readonly reason: string | undefined
}

/** Finds the regular expressions of a file: literals, and `new RegExp(...)` of constants. */
export function patternsIn(path: string): PatternInSource[] {
  const file = parsed(path)
  const found: PatternInSource[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(describe(file, node, literalPattern(node)))
    else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isRegExp(node.expression)) {
      found.push(describe(file, node, constructedPattern(file, node.arguments ?? ts.factory.createNodeArray())))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function describe(file: ts.SourceFile, node: ts.Node, pattern: PatternInSource['pattern']): PatternInSource {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
  return { place: `${relative(ROOT, file.fileName)}:${line + 1}`, pattern, reason: reasonFor(file, node) }
}

/** Finds the comment above the statement or above the line of the pattern. */
function reasonFor(file: ts.SourceFile, node: ts.Node): string | undefined {
  for (let each = node; !ts.isSourceFile(each); each = each.parent) {
    const start = each.getFullStart()
    const comments = [ts.getLeadingCommentRanges(file.text, start), ts.getTrailingCommentRanges(file.text, start)]
    for (const { pos, end } of comments.flatMap((ranges) => ranges ?? [])) {
      const reason = /\blinear: (.*\S)/.exec(file.text.slice(pos, end))?.[1]
      if (reason !== undefined) return reason.replace(/\*\/$/, '').trim()
    }
    if (ts.isStatement(each)) return undefined
  }
  return undefined
}

function isRegExp(expression: ts.Expression): boolean {
  return ts.isIdentifier(expression) && expression.text === 'RegExp'
}

function literalPattern({ text }: ts.RegularExpressionLiteral): { source: string; flags: string } {
  const end = text.lastIndexOf('/')
  return { source: text.slice(1, end), flags: text.slice(end + 1) }
}

function constructedPattern(
  file: ts.SourceFile,
  [given, givenFlags]: readonly ts.Expression[],
): PatternInSource['pattern'] {
  if (given === undefined) return undefined
  const value = constantOf(file, given)
  const flags = givenFlags === undefined ? undefined : constantOf(file, givenFlags)
  if (givenFlags !== undefined && typeof flags !== 'string') return undefined
  if (typeof value === 'string') return { source: value, flags: typeof flags === 'string' ? flags : '' }
  if (value === undefined || typeof value === 'number') return undefined
  return { source: value.source, flags: typeof flags === 'string' ? flags : value.flags }
}

type Constant = string | number | { readonly source: string; readonly flags: string } | undefined

/**
 * Evaluates an expression of literals, templates and constants. A constant may come from another file of the package.
 */
function constantOf(file: ts.SourceFile, expression: ts.Expression): Constant {
  if (ts.isStringLiteralLike(expression)) return expression.text
  if (ts.isNumericLiteral(expression)) return Number(expression.text)
  if (ts.isRegularExpressionLiteral(expression)) return literalPattern(expression)
  if (ts.isTemplateExpression(expression)) return templateText(file, expression)
  if (ts.isAsExpression(expression)) return constantOf(file, expression.expression)
  if (ts.isIdentifier(expression)) {
    const found = declared(file, expression.text)
    return found === undefined ? undefined : constantOf(found.file, found.initializer)
  }
  if (ts.isPropertyAccessExpression(expression) && ts.isIdentifier(expression.expression)) {
    const found = declared(file, expression.expression.text)
    const member = found === undefined ? undefined : memberOf(found.initializer, expression.name.text)
    return found === undefined || member === undefined ? undefined : constantOf(found.file, member)
  }
  return undefined
}

function templateText(file: ts.SourceFile, { head, templateSpans }: ts.TemplateExpression): string | undefined {
  let text = head.text
  for (const { expression, literal } of templateSpans) {
    const value = constantOf(file, expression)
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    text += `${value}${literal.text}`
  }
  return text
}

function memberOf(initializer: ts.Expression, name: string): ts.Expression | undefined {
  const object = ts.isAsExpression(initializer) ? initializer.expression : initializer
  if (!ts.isObjectLiteralExpression(object)) return undefined
  for (const property of object.properties) {
    if (ts.isPropertyAssignment(property) && property.name.getText() === name) return property.initializer
  }
  return undefined
}

interface Declared {
  readonly file: ts.SourceFile
  readonly initializer: ts.Expression
}

function declared(file: ts.SourceFile, name: string): Declared | undefined {
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) !== 0) {
      for (const { name: own, initializer } of statement.declarationList.declarations) {
        if (initializer !== undefined && ts.isIdentifier(own) && own.text === name) return { file, initializer }
      }
    }
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const names = statement.importClause?.namedBindings
    if (names === undefined || !ts.isNamedImports(names)) continue
    const imported = names.elements.find((element) => element.name.text === name)
    if (imported === undefined) continue
    return declared(
      parsed(resolved(file.fileName, statement.moduleSpecifier.text)),
      (imported.propertyName ?? imported.name).text,
    )
  }
  return undefined
}

/**
 * Resolves an import of a file in the same package, or of the table of limits. Patterns use no other values of other
 * packages.
 */
function resolved(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  return join(ROOT, 'packages/core/src/model/limits.ts')
}

const parsedFiles = new Map<string, ts.SourceFile>()

function parsed(path: string): ts.SourceFile {
  let file = parsedFiles.get(path)
  if (file === undefined) {
    const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, kind)
    parsedFiles.set(path, file)
  }
  return file
}
