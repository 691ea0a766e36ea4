import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../repository/root.ts'

export type SymbolKind = 'function' | 'class' | 'interface' | 'type' | 'value'

/** A name that a package exports. */
export interface PublicSymbol {
  /** Import path, such as `@utpid/core` or `@utpid/core/storage`. */
  readonly entry: string
  readonly name: string
  readonly kind: SymbolKind
  /** Doc comment; empty if there is none. */
  readonly comment: string
  /** Signatures of functions. */
  readonly signature?: string
  /** Public members of interfaces and classes, with comments. */
  readonly members: readonly { readonly name: string; readonly comment: string }[]
}

/** Entries that only packages of this repository use. */
const INTERNAL_ENTRIES: readonly string[] = ['@utpid/adapter-memory/engine', '@utpid/service/internal']

/** Returns every name that published packages export, by package and entry. */
export function publicSymbols(): PublicSymbol[] {
  const entries = entryFiles()
  const options = { extends: join(ROOT, 'tsconfig.base.json'), compilerOptions: { types: ['node'] } }
  const config = ts.parseJsonConfigFileContent({ ...options, files: [...entries.values()] }, ts.sys, ROOT)
  const program = ts.createProgram([...entries.values()], config.options)
  const checker = program.getTypeChecker()
  return [...entries].flatMap(([entry, file]) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (module === undefined) throw new Error(`${file} exports nothing`)
    return checker
      .getExportsOfModule(module)
      .map((exported) => describe(entry, exported, checker))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  })
}

function entryFiles(): Map<string, string> {
  const entries = new Map<string, string>()
  for (const folder of readdirSync(join(ROOT, 'packages')).sort()) {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8'))
    if (manifest.private === true) continue
    for (const [path, target] of Object.entries<{ readonly '@utpid/source'?: string }>(manifest.exports ?? {})) {
      const source = target['@utpid/source']
      const entry = `${manifest.name}${path.slice(1)}`
      if (source === undefined || INTERNAL_ENTRIES.includes(entry)) continue
      entries.set(entry, join(ROOT, 'packages', folder, source))
    }
  }
  return entries
}

function describe(entry: string, exported: ts.Symbol, checker: ts.TypeChecker): PublicSymbol {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const declaration = symbol.declarations?.[0]
  if (declaration === undefined) throw new Error(`${entry}: ${exported.name} is declared nowhere`)
  const isFunction = ts.isFunctionDeclaration(declaration)
  return {
    entry,
    name: exported.name,
    kind: kindOf(declaration),
    comment: commentOf(symbol, checker),
    ...(isFunction && { signature: signatureOf(declaration) }),
    members: membersOf(declaration, checker),
  }
}

function kindOf(declaration: ts.Declaration): SymbolKind {
  if (ts.isFunctionDeclaration(declaration)) return 'function'
  if (ts.isClassDeclaration(declaration)) return 'class'
  if (ts.isInterfaceDeclaration(declaration)) return 'interface'
  return ts.isTypeAliasDeclaration(declaration) ? 'type' : 'value'
}

function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim()
}

function signatureOf({ name, parameters }: ts.FunctionDeclaration): string {
  const taken = parameters.map((parameter) => {
    const isOptional = parameter.questionToken !== undefined || parameter.initializer !== undefined
    const text = ts.isIdentifier(parameter.name) ? parameter.name.text : 'options'
    return `${parameter.dotDotDotToken === undefined ? '' : '...'}${text}${isOptional ? '?' : ''}`
  })
  return `${name?.text}(${taken.join(', ')})`
}

function membersOf(declaration: ts.Declaration, checker: ts.TypeChecker): PublicSymbol['members'] {
  if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassDeclaration(declaration)) return []
  return declaration.members.flatMap((member: ts.ClassElement | ts.TypeElement) => {
    const symbol = member.name === undefined ? undefined : checker.getSymbolAtLocation(member.name)
    if (symbol === undefined || member.name === undefined || ts.isPrivateIdentifier(member.name)) return []
    return [{ name: symbol.name, comment: commentOf(symbol, checker) }]
  })
}
