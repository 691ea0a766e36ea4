import { posix } from 'node:path'
import { FeedError } from '../item/feed-error.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { Utf8Decoder } from '../xml/decode-utf8.ts'
import { localName } from '../xml/local-name.ts'
import { type XmlEvents, XmlParser } from '../xml/xml-parser.ts'
import { invalidWorkbook, type WorkbookArchive } from './workbook-archive.ts'

/** A sheet of a workbook, in the order of its tabs. */
export interface Sheet {
  readonly name: string
  /** Name of its part in the archive; undefined if the workbook names none. */
  readonly part: string | undefined
  /** Whether it is a table of cells, and not a chart, a dialog or a sheet of macros. */
  readonly hasCells: boolean
  readonly isVisible: boolean
}

const WITHOUT_CELLS = /(?:chart|dialog|macro)sheet/i

/** The table of contents of a workbook. */
export interface Workbook {
  readonly sheets: readonly Sheet[]
  /** Whether days are counted from 1904 instead of 1900. */
  readonly from1904: boolean
  /** The names of the parts, if they exist. */
  readonly sharedStrings: string | undefined
  readonly styles: string | undefined
}

/** An element with its local name. Attributes have their names with prefixes. */
export interface PartElement {
  readonly name: string
  readonly attributes: Record<string, string>
}

/**
 * Reads the table of contents of a workbook.
 *
 * @throws {FeedError} `invalid_workbook` or `workbook_too_large`
 */
export async function readWorkbook(archive: WorkbookArchive, path: string): Promise<Workbook> {
  const roots = await readRelations(archive, '_rels/.rels', '', path)
  const main = roots.find(({ type }) => type.endsWith('/officeDocument'))?.part ?? 'xl/workbook.xml'
  const folder = posix.dirname(main)
  const relations = await readRelations(archive, `${folder}/_rels/${posix.basename(main)}.rels`, folder, path)
  const relationOf = new Map(relations.map((relation) => [relation.id, relation]))
  const ofType = (type: string): string | undefined => relations.find((relation) => relation.type.endsWith(type))?.part

  const sheets: Sheet[] = []
  let from1904 = false
  await readPart(archive, main, path, ({ name, attributes }) => {
    if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
    if (name !== 'sheet') return
    const { part, type = '' } = relationOf.get(attributeOf(attributes, 'id') ?? '') ?? {}
    sheets.push({
      name: attributes.name ?? '',
      part,
      hasCells: !WITHOUT_CELLS.test(type) && !WITHOUT_CELLS.test(part ?? ''),
      isVisible: (attributes.state ?? 'visible') === 'visible',
    })
  })
  const existing = (part: string | undefined): string | undefined =>
    part !== undefined && archive.has(part) ? part : undefined
  return {
    sheets,
    from1904,
    sharedStrings: existing(ofType('/sharedStrings')),
    styles: existing(ofType('/styles')),
  }
}

/**
 * Calls `onOpen` and `onClose` for each element of a part of the workbook.
 *
 * @throws {FeedError} `invalid_workbook` or `workbook_too_large`
 */
export async function readPart(
  archive: WorkbookArchive,
  part: string,
  path: string,
  onOpen: (element: PartElement) => void,
  onClose: (name: string) => void = () => {},
): Promise<void> {
  const events: XmlEvents = {
    open: (name, attributes) => onOpen({ name: localName(name), attributes }),
    close: (name) => onClose(localName(name)),
    text: () => {},
    oversize: () => {},
    fault: () => {},
  }
  for await (const _ of parsePart(archive, part, path, events, FEED_LIMITS.workbookPartBytes));
}

/**
 * Parses a part of the workbook, and yields after each piece of it.
 *
 * @throws {FeedError} `invalid_workbook` or `workbook_too_large`
 */
export async function* parsePart(
  archive: WorkbookArchive,
  part: string,
  path: string,
  events: XmlEvents,
  maxBytes: number,
): AsyncGenerator<undefined, void, undefined> {
  const parser = new XmlParser(events, part)
  const decoder = new Utf8Decoder()
  try {
    for await (const chunk of archive.read(part, maxBytes)) {
      parser.write(decoder.write(chunk))
      yield
    }
    parser.write(decoder.end())
    parser.end()
    yield
  } catch (error) {
    if (error instanceof FeedError && error.code.endsWith('_xml'))
      throw invalidWorkbook(path, withoutStop(error.message), error)
    throw error
  }
}

/** Returns an attribute by its local name. */
export function attributeOf(attributes: Record<string, string>, local: string): string | undefined {
  for (const name in attributes) if (name.includes(':') && localName(name) === local) return attributes[name]
  return attributes[local]
}

interface Relation {
  readonly id: string
  readonly type: string
  readonly part: string
}

async function readRelations(
  archive: WorkbookArchive,
  part: string,
  folder: string,
  path: string,
): Promise<Relation[]> {
  const relations: Relation[] = []
  if (!archive.has(part)) return relations
  await readPart(archive, part, path, ({ name, attributes }) => {
    if (name !== 'Relationship' || attributes.TargetMode === 'External') return
    const target = (attributes.Target ?? '').replaceAll('\\', '/')
    const full = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
    relations.push({ id: attributes.Id ?? '', type: attributes.Type ?? '', part: full })
  })
  return relations
}

function withoutStop(message: string): string {
  return message.replace(/\.$/, '')
}
