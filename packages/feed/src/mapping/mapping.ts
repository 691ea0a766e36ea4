import { readFile } from 'node:fs/promises'
import { FeedError } from '../item/feed-error.ts'
import { readingError } from '../item/reading-error.ts'
import { isPlainObject } from '../json/plain-object.ts'
import { nearestNames } from './nearest-names.ts'
import { RECORD_TARGETS, resolveTarget } from './record-target.ts'

/** Columns and constants for a record's fields, for a feed whose field names are not in the table of aliases. */
export interface Mapping {
  /**
   * Each target takes its value only from this column: a key of the row, in any case, or a path into nested objects.
   */
  readonly columns: readonly { readonly target: string; readonly column: string }[]
  /** Each target has this constant value in every record. */
  readonly constants: readonly { readonly target: string; readonly value: unknown }[]
}

const NO_MAPPING: Mapping = { columns: [], constants: [] }

/**
 * Parses mappings such as `name=nom_commercial`, `location.city=ville`, `identifiers.siret=SIRET`, `lat=y`.
 *
 * Targets are paths of the record shape or their flat names (see the table of aliases).
 *
 * @param pairs - `target=column`; everything after the first `=` is the column.
 * @param base - A mapping to extend. If `pairs` and `base` map the same target, `pairs` win.
 * @throws {FeedError} `invalid_mapping` (no `=`, an empty target or column, a repeated target) or `unknown_target`.
 */
export function parseMapping(pairs: readonly string[], base: Mapping = NO_MAPPING): Mapping {
  const columns = pairs.map((pair) => {
    const at = pair.indexOf('=')
    const target = pair.slice(0, Math.max(at, 0)).trim()
    const column = pair.slice(at + 1).trim()
    if (target === '' || column === '') {
      throw new FeedError(
        'invalid_mapping',
        `"${pair}" is not a mapping; write target=column, for example name=nom_commercial.`,
      )
    }
    return { target: requireTarget(target), column }
  })
  const given = new Set(columns.map(({ target }) => target))
  return requireSingle({
    columns: [...base.columns.filter(({ target }) => !given.has(target)), ...columns],
    constants: base.constants.filter(({ target }) => !given.has(target)),
  })
}

/**
 * Parses constants such as `category=hotel`, `location.country=FR`.
 *
 * @param pairs - `target=value`; everything after the first `=` is the value.
 * @param base - A mapping to extend. A constant replaces the columns and constants of its target.
 * @throws {FeedError} `invalid_mapping` (no `=`, an empty target or value, a repeated target) or `unknown_target`.
 */
export function parseConstants(pairs: readonly string[], base: Mapping = NO_MAPPING): Mapping {
  const constants = pairs.map((pair) => {
    const at = pair.indexOf('=')
    const target = pair.slice(0, Math.max(at, 0)).trim()
    const value = pair.slice(at + 1).trim()
    if (target === '' || value === '') {
      throw new FeedError(
        'invalid_mapping',
        `"${pair}" is not a constant; write target=value, for example category=hotel.`,
      )
    }
    return { target: requireTarget(target), value }
  })
  const given = new Set(constants.map(({ target }) => target))
  return requireSingle({
    columns: base.columns.filter(({ target }) => !given.has(target)),
    constants: [...base.constants.filter(({ target }) => !given.has(target)), ...constants],
  })
}

/**
 * Parses a mapping file: `{ "columns": { "name": "nom_commercial" }, "constants": { "category": "hotel" } }`. Both
 * parts are optional.
 *
 * @param text - The file's JSON.
 * @param name - Name of the file in messages.
 * @throws {FeedError} `invalid_mapping` or `unknown_target`.
 */
export function parseMappingFile(text: string, name: string = 'The mapping file'): Mapping {
  const form = '{ "columns": { "name": "nom_commercial" }, "constants": { "category": "hotel" } }'
  const fail = (why: string): FeedError => new FeedError('invalid_mapping', `${name} ${why}; write ${form}.`)
  let file: unknown
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw fail(`is not JSON (${(error as Error).message})`)
  }
  if (!isPlainObject(file)) throw fail('is not a JSON object')
  const { columns = {}, constants = {}, ...others } = file
  const [other] = Object.keys(others)
  if (other !== undefined) throw fail(`has an unknown part "${other}"`)
  if (!isPlainObject(columns) || !isPlainObject(constants))
    throw fail('has "columns" or "constants" that is not an object')

  return requireSingle({
    columns: Object.entries(columns).map(([target, column]) => {
      if (typeof column !== 'string' || column.trim() === '') throw fail(`has no column name for "${target}"`)
      return { target: requireTarget(target), column: column.trim() }
    }),
    constants: Object.entries(constants).map(([target, value]) => {
      if (value === null) throw fail(`has no value for "${target}"`)
      return { target: requireTarget(target), value }
    }),
  })
}

/**
 * Reads a mapping file from disk, see {@link parseMappingFile}.
 *
 * @throws {FeedError} `file_not_found`, `is_a_folder`, `no_permission`, `read_failed`, and the errors of {@link
 *   parseMappingFile}.
 */
export async function readMappingFile(path: string): Promise<Mapping> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw readingError(error, path)
  }
  return parseMappingFile(text, path)
}

function requireTarget(name: string): string {
  const target = resolveTarget(name)
  if (target !== undefined) return target
  const known = nearestNames(name, RECORD_TARGETS)
  throw new FeedError(
    'unknown_target',
    `There is no field "${name}" to map to; did you mean "${known[0]}"? Valid fields are ${known.join(', ')}, and altNames.LANGUAGE, identifiers.SCHEME, extra.KEY.`,
  )
}

/** Rejects a target with several columns or constants. Only `altNames` and `identifiers` accept several of them. */
function requireSingle(mapping: Mapping): Mapping {
  const used = new Set<string>()
  for (const { target } of [...mapping.columns, ...mapping.constants]) {
    const isList = /^(altNames|identifiers)\b/.test(target)
    if (used.has(target) && !isList) {
      throw new FeedError('invalid_mapping', `"${target}" is mapped twice; remove one of the two mappings.`)
    }
    used.add(target)
  }
  return mapping
}
