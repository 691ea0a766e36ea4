import { isPlainObject } from '../json/plain-object.ts'
import { ANY_MEMBER, TEXT_MEMBER } from './recipe-path.ts'

/** The use of a path of a row by a recipe. */
export interface PathUse {
  /** The targets of the rules that read the path. Empty for a path that the recipe only ignores. */
  readonly targets: readonly string[]
  /** The reason why the recipe ignores values of the path that no rule takes. */
  readonly reason: string | undefined
}

interface Node {
  /** The names of the path, joined by dots. */
  readonly path: string
  readonly children: Map<string, Node>
  readonly targets: Set<string>
  /** The reason why the recipe ignores the path and all paths below it. */
  reason?: string
}

/** The paths that a recipe reads or ignores. Lists and their entries have one path. */
export class PathTree {
  readonly #root: Node = createNode('')
  /** The reasons of names that the recipe ignores at any place where no rule reads them. */
  readonly #anywhere = new Map<string, string>()

  /** Adds a path that the rule of a target reads. */
  addRead(path: readonly string[], target: string): void {
    this.#add(path).targets.add(target)
  }

  /** Adds a path that the recipe ignores with all paths below it. */
  addIgnored(path: readonly string[], reason: string): void {
    this.#add(path).reason = reason
  }

  /** Adds a name that the recipe ignores at any place where no rule reads it. */
  addIgnoredName(name: string, reason: string): void {
    this.#anywhere.set(name, reason)
  }

  /** Completes the tree after the last path: a member with a name also has the paths of the members of any name. */
  complete(): void {
    completeNode(this.#root)
  }

  /** Returns the use of a path, or undefined for a path that the recipe does not know. */
  useOf(path: readonly string[]): PathUse | undefined {
    let node = this.#root
    for (const name of path) {
      const child = childOf(node, name)
      if (child === undefined) {
        const reason = node.reason ?? this.#anywhere.get(name)
        return reason === undefined ? undefined : { targets: [], reason }
      }
      node = child
    }
    const reason = node.reason ?? this.#anywhere.get(path.at(-1) ?? '')
    return node.targets.size === 0 && reason === undefined ? undefined : { targets: [...node.targets], reason }
  }

  /** Returns the paths that rules read, with their targets. */
  reads(): { readonly path: string; readonly targets: readonly string[] }[] {
    return readsBelow(this.#root)
  }

  /** Calls the listener for each filled value that no rule reads and the recipe does not ignore, with its path. */
  unread(row: Record<string, unknown>, listener: (path: string, value: unknown) => void): void {
    unreadIn(row, this.#root, this.#anywhere, listener)
  }

  #add(path: readonly string[]): Node {
    let node = this.#root
    for (const name of path) {
      let child = node.children.get(name)
      if (child === undefined) {
        child = createNode(node.path === '' ? name : `${node.path}.${name}`)
        node.children.set(name, child)
      }
      node = child
    }
    return node
  }
}

function createNode(path: string): Node {
  return { path, children: new Map(), targets: new Set() }
}

function childOf({ children }: Node, name: string): Node | undefined {
  return children.get(name) ?? children.get(ANY_MEMBER)
}

function completeNode(node: Node): void {
  const any = node.children.get(ANY_MEMBER)
  for (const [name, child] of node.children) {
    if (any !== undefined && name !== ANY_MEMBER) addPaths(child, any)
    if (node.reason !== undefined) child.reason ??= node.reason
    completeNode(child)
  }
}

function addPaths(node: Node, other: Node): void {
  for (const target of other.targets) node.targets.add(target)
  if (other.reason !== undefined) node.reason ??= other.reason
  for (const [name, from] of other.children) {
    const child = node.children.get(name) ?? createNode(`${node.path}.${name}`)
    node.children.set(name, child)
    addPaths(child, from)
  }
}

function readsBelow(node: Node): { readonly path: string; readonly targets: readonly string[] }[] {
  const below = [...node.children.values()].flatMap(readsBelow)
  return node.targets.size === 0 ? below : [{ path: node.path, targets: [...node.targets] }, ...below]
}

function unreadIn(
  value: unknown,
  node: Node,
  anywhere: ReadonlyMap<string, string>,
  listener: (path: string, value: unknown) => void,
): void {
  if (value === null || value === undefined || value === '') return
  if (Array.isArray(value)) {
    for (const entry of value) unreadIn(entry, node, anywhere, listener)
    return
  }
  if (!isPlainObject(value)) {
    if (node.targets.size === 0 && node.reason === undefined) listener(node.path, value)
    return
  }
  for (const name of Object.keys(value)) {
    const child = name === TEXT_MEMBER ? node : childOf(node, name)
    if (child !== undefined) unreadIn(value[name], child, anywhere, listener)
    else if (node.reason === undefined && !anywhere.has(name) && isFilled(value[name])) {
      listener(node.path === '' ? name : `${node.path}.${name}`, value[name])
    }
  }
}

/** Returns whether a value has any content. */
export function isFilled(value: unknown): boolean {
  if (value === null || value === undefined) return false
  if (typeof value === 'string') return value.trim() !== ''
  if (Array.isArray(value)) return value.some(isFilled)
  return !isPlainObject(value) || Object.values(value).some(isFilled)
}
