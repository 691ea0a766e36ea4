import { keyWords } from '../keys/key-words.ts'
import { isModifier } from '../keys/modifier-words.ts'
import { foldKey } from '../mapping/field-key.ts'
import { containerScope, resolveKey } from '../mapping/resolve-key.ts'
import type { SampleColumn } from './sample-columns.ts'

/** Names of objects that contain the fields of the product itself. */
const WRAPPERS: ReadonlySet<string> = new Set(
  `data attributes properties info information basicinfo basic basics general generalinfo details record content master fields
   tags core main identification profile descriptiveinfo hotelinfo propertyinfo metadata result entity node source document
   hotelbasicinfo payload allgemein stammdaten donnees datos dati dados gegevens`.split(/\s+/),
)

/** Returns the paths of objects whose members are read like columns, because they wrap the fields of the product. */
export function openedObjects(columns: readonly SampleColumn[]): Set<string> {
  const opened = new Set<string>()
  const parents = new Set(columns.map(({ parent }) => parent).filter((parent) => parent !== ''))
  const wrapping = new Set([...parents].flatMap((path) => pathsTo(path)).filter((path) => isWrapperPath(path)))
  for (const path of wrapping) {
    const names = columns.some(({ parent, key }) => parent === path && resolveKey(key) !== undefined)
    const contains = [...parents].some(
      (each) => each.startsWith(`${path}.`) && containerScope(keyOf(each)) !== undefined,
    )
    if (names || contains) for (const each of pathsTo(path)) opened.add(each)
  }
  return opened
}

function isWrapperPath(path: string): boolean {
  return path.split('.').every(isWrapper)
}

function isWrapper(key: string): boolean {
  if (containerScope(key) !== undefined || ['extra', 'ref', 'reference'].includes(foldKey(key))) return false
  const { words } = keyWords(key)
  if (words.length > 0 && words.every((word) => isModifier(word, 'owner') || WRAPPERS.has(word))) return true
  return resolveKey(key) === undefined && WRAPPERS.has(foldKey(key))
}

function pathsTo(path: string): string[] {
  const parts = path.split('.')
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'))
}

function keyOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
