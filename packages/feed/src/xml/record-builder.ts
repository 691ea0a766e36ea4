import { type FeedFailure, failure, type ItemErrorCode } from '../item/feed-item.ts'
import { setOwn } from '../json/plain-object.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { isLongCell, isLongName, longCellFailure, longNameFailure } from '../limits/long-cell.ts'

/** The key of a text next to attributes or elements. */
const TEXT_KEY = '#text'

/** An element that is not closed yet. The objects are reused: a document has millions of elements. */
interface OpenElement {
  /** Its key in the object of its parent. */
  key: string
  /** Attributes and closed children; undefined if there is neither. */
  members: Record<string, unknown> | undefined
  text: string
  /** The keys of `members` that are attributes. */
  readonly attributes: string[]
  children: number
  /** The prefix of all children so far; undefined if it is not known, or if `names` is set. */
  prefix: string | undefined
  /** The name with prefix for each key of a child, once children have different prefixes; empty after a conflict. */
  names: Map<string, string> | undefined
}

/**
 * Builds a row from the elements of one record.
 *
 * - Attributes and children are members by their names, without namespace prefixes.
 * - An element with text only is its text, without the space around it; an empty element is an empty text.
 * - An element with text next to attributes or children has its text as `#text`.
 * - Repeated children are a list.
 * - If a child has the name of an attribute, the attribute becomes `@name`.
 * - If two children of an element differ only in their prefix, both keep their prefix, and one without prefix stays.
 * - Declarations of namespaces and attributes of XML Schema instances (`xsi:`) are no data.
 */
export class RecordBuilder {
  readonly #open: OpenElement[] = []
  #depth = 0
  #hasPrefixes = false
  #line = 0
  /** The row of the last complete record, if it has no failure. */
  row: Record<string, unknown> = {}
  /** The first failure of the record. */
  failure: FeedFailure | undefined

  /** Number of open elements of the record; 0 outside a record. */
  get depth(): number {
    return this.#depth
  }

  open(name: string, attributes: Record<string, string>, line: number): void {
    if (this.#depth === 0) {
      this.#line = line
      this.failure = undefined
    }
    this.#depth += 1
    if (this.failure !== undefined) return
    if (this.#depth > FEED_LIMITS.levels) {
      this.fail('too_deep', `Elements are nested more than ${FEED_LIMITS.levels} levels deep.`)
      return
    }
    const parent = this.#open[this.#depth - 2]
    const element = this.#reuse()
    element.key = parent === undefined ? name : this.#childKey(parent, name)
    if (isLongName(name)) this.failure = longNameFailure(this.#line, this.#path())
    for (const attribute in attributes) this.#addAttribute(element, attribute, attributes[attribute] as string)
  }

  /** Closes the innermost element. If `depth` is 0 afterwards, the record is complete. */
  close(): void {
    if (this.failure === undefined) this.#closeElement()
    this.#depth -= 1
  }

  text(text: string): void {
    if (this.failure !== undefined) return
    const element = this.#open[this.#depth - 1] as OpenElement
    element.text = element.text === '' ? text : element.text + text
  }

  /** Makes the record a failure. The first failure stays. */
  fail(code: ItemErrorCode, message: string): void {
    this.failure ??= failure(this.#line, code, message)
  }

  #closeElement(): void {
    const { members, key, text: written } = this.#open[this.#depth - 1] as OpenElement
    const text = written === '' ? '' : written.trim()
    if (isLongCell(text)) {
      this.failure = longCellFailure(this.#line, this.#path(), text.length)
      return
    }
    if (members !== undefined && text !== '') setOwn(members, TEXT_KEY, text)
    if (this.#depth === 1) this.row = members ?? { [TEXT_KEY]: text }
    else addChild(this.#open[this.#depth - 2] as OpenElement, key, members ?? text)
  }

  #reuse(): OpenElement {
    const found = this.#open[this.#depth - 1]
    if (found === undefined) {
      const created: OpenElement = {
        key: '',
        members: undefined,
        text: '',
        attributes: [],
        children: 0,
        prefix: undefined,
        names: undefined,
      }
      this.#open.push(created)
      return created
    }
    found.members = undefined
    found.text = ''
    found.attributes.length = 0
    found.children = 0
    found.prefix = undefined
    found.names = undefined
    return found
  }

  #addAttribute(element: OpenElement, name: string, value: string): void {
    const colon = name.indexOf(':')
    const prefix = colon === -1 ? '' : name.slice(0, colon)
    if (name === 'xmlns' || prefix === 'xmlns' || prefix === 'xsi') return
    element.members ??= {}
    const local = name.slice(colon + 1)
    const key = Object.hasOwn(element.members, local) ? name : local
    if (isLongName(key)) this.failure = longNameFailure(this.#line, [...this.#path(), key])
    if (isLongCell(value)) this.failure = longCellFailure(this.#line, [...this.#path(), key], value.length)
    setOwn(element.members, key, value)
    element.attributes.push(key)
  }

  #childKey(parent: OpenElement, name: string): string {
    const colon = name.indexOf(':')
    parent.children += 1
    if (colon === -1 && !this.#hasPrefixes) return name
    this.#hasPrefixes = true
    return keyAmongPrefixes(parent, name, colon)
  }

  #path(): string[] {
    return this.#open.slice(1, this.#depth).map(({ key }) => key)
  }
}

function keyAmongPrefixes(parent: OpenElement, name: string, colon: number): string {
  const prefix = colon === -1 ? '' : name.slice(0, colon)
  const local = name.slice(colon + 1)
  if (parent.names === undefined) {
    parent.prefix ??= parent.children === 1 ? prefix : ''
    if (parent.prefix === prefix) return local
    parent.names = new Map()
    for (const key of Object.keys(parent.members ?? {})) {
      if (parent.attributes.includes(key)) continue
      parent.names.set(key, parent.prefix === '' ? key : `${parent.prefix}:${key}`)
    }
  }
  const first = parent.names.get(local)
  if (first === undefined) parent.names.set(local, name)
  if (first === undefined || first === name) return local
  if (first !== '') {
    if (first !== local && parent.members !== undefined) rename(parent.members, local, first)
    parent.names.set(local, '')
  }
  return name
}

function addChild(parent: OpenElement, key: string, value: unknown): void {
  parent.members ??= {}
  const { members } = parent
  const existing = members[key]
  if (existing === undefined || !Object.hasOwn(members, key)) setOwn(members, key, value)
  else if (Array.isArray(existing)) existing.push(value)
  else if (parent.attributes.includes(key)) {
    parent.attributes.splice(parent.attributes.indexOf(key), 1)
    rename(members, key, `@${key}`)
    setOwn(members, key, value)
  } else setOwn(members, key, [existing, value])
}

function rename(members: Record<string, unknown>, from: string, to: string): void {
  const value = members[from]
  delete members[from]
  setOwn(members, to, value)
}
