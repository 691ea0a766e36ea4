import { FeedError } from '../item/feed-error.ts'
import { localName } from './local-name.ts'
import { type XmlEvents, XmlParser } from './xml-parser.ts'

/** Local names, in lower case, of elements that are usually one record. */
const RECORD_NAMES: ReadonlySet<string> = new Set([
  'accommodation',
  'activity',
  'attraction',
  'entry',
  'establishment',
  'experience',
  'hotel',
  'hoteldescriptivecontent',
  'item',
  'listing',
  'offer',
  'placemark',
  'poi',
  'product',
  'property',
  'record',
  'restaurant',
  'row',
  'tour',
  'venue',
])

/** Different paths of elements that are surveyed. Further paths are not counted. */
const PATHS_MAX = 10_000
/** The share of the content that elements with a usual name must hold. Their tags are a part of it. */
const NAMED_SHARE = 0.25
/** The share of the content that repeated elements must hold. */
const REPEATED_SHARE = 0.5

/** All elements with one path. */
interface PathSurvey {
  readonly path: readonly string[]
  readonly children: Map<string, PathSurvey>
  count: number
  /** Whether two of them have the same parent. */
  repeats: boolean
  /** Whether one of them has attributes or children. */
  isObject: boolean
  /** Characters from opening to closing tags. */
  characters: number
  /** The parent of the last such element, as its number. */
  parent: number
}

/**
 * Finds the path of the elements that are the records, from the head of a document:
 *
 * 1. The usual name of a record (`hotel`, `property`, `item`...), if these elements hold a quarter of the content;
 *    the outermost such path.
 * 2. Else the outermost elements that repeat below one parent and hold half of the content.
 * 3. Else the repeated elements with the most content, then the elements with a usual name.
 * 4. Else the only child of the root that has attributes or children, else the root.
 *
 * Elements with text only are never records in steps 1 to 3.
 *
 * @returns Local names from the root; empty if the head has no element.
 */
export function findRecords(head: string): readonly string[] {
  const all = surveyPaths(head)
  const [root] = all
  if (root === undefined) return []
  const holds =
    (share: number) =>
    ({ characters }: PathSurvey) =>
      characters >= root.characters * share
  const objects = all.filter(({ isObject }) => isObject)
  const named = objects.filter(({ path }) => RECORD_NAMES.has((path.at(-1) as string).toLowerCase()))
  const repeated = objects.filter(({ repeats }) => repeats)
  const found =
    outermost(named.filter(holds(NAMED_SHARE))) ??
    outermost(repeated.filter(holds(REPEATED_SHARE))) ??
    largest(repeated) ??
    largest(named)
  if (found !== undefined) return found.path
  const parts = [...root.children.values()].filter(({ isObject }) => isObject)
  return parts.length === 1 ? (parts[0] as PathSurvey).path : root.path
}

/** Returns the paths of the elements with attributes or children in the head, with the most content first. */
export function objectPaths(head: string): readonly (readonly string[])[] {
  return surveyPaths(head)
    .filter(({ isObject }) => isObject)
    .sort((a, b) => b.characters - a.characters)
    .map(({ path }) => path)
}

function outermost(paths: readonly PathSurvey[]): PathSurvey | undefined {
  const depth = Math.min(...paths.map(({ path }) => path.length))
  return largest(paths.filter(({ path }) => path.length === depth))
}

function largest(paths: readonly PathSurvey[]): PathSurvey | undefined {
  return paths.reduce<PathSurvey | undefined>(
    (best, path) => (best === undefined || path.characters > best.characters ? path : best),
    undefined,
  )
}

/** @returns The paths in document order, the root first. */
function surveyPaths(head: string): PathSurvey[] {
  const survey = new Survey()
  try {
    survey.parser.write(head)
  } catch (error) {
    // The reading reports the error again. Up to there, the survey is right.
    if (!(error instanceof FeedError)) throw error
  }
  survey.closeAll()
  return survey.paths
}

/** An element that is not closed yet; without a survey if there are too many paths. */
interface OpenElement {
  readonly survey: PathSurvey | undefined
  readonly from: number
  readonly number: number
}

class Survey implements XmlEvents {
  readonly paths: PathSurvey[] = []
  readonly parser: XmlParser = new XmlParser(this, 'the head')
  readonly #open: OpenElement[] = []
  #elements = 0

  open(name: string, attributes: Record<string, string>): void {
    const parent = this.#open.at(-1)
    const survey = this.#find(parent?.survey, localName(name))
    this.#elements += 1
    if (parent?.survey !== undefined) parent.survey.isObject = true
    if (survey !== undefined) {
      survey.count += 1
      if (parent !== undefined && survey.parent === parent.number) survey.repeats = true
      survey.parent = parent?.number ?? 0
      for (const attribute in attributes) if (!/^(xmlns|xsi:)/.test(attribute)) survey.isObject = true
    }
    this.#open.push({ survey, from: this.parser.position, number: this.#elements })
  }

  close(): void {
    const { survey, from } = this.#open.pop() as OpenElement
    if (survey !== undefined) survey.characters += this.parser.position - from
  }

  text(): void {}

  oversize(): void {}

  fault(): void {}

  closeAll(): void {
    while (this.#open.length > 0) this.close()
  }

  #find(parent: PathSurvey | undefined, name: string): PathSurvey | undefined {
    if (parent === undefined && this.#open.length > 0) return undefined
    const found = parent === undefined ? this.paths[0] : parent.children.get(name)
    if (found !== undefined || this.paths.length >= PATHS_MAX) return found
    const path = [...(parent?.path ?? []), name]
    const created = { path, children: new Map(), count: 0, repeats: false, isObject: false, characters: 0, parent: -1 }
    this.paths.push(created)
    parent?.children.set(name, created)
    return created
  }
}
