import { type FeedFailure, failure } from '../item/feed-item.ts'
import { FEED_LIMITS } from './feed-limits.ts'

const SHOWN_CHARACTERS = 60

export function isLongCell(text: string): boolean {
  return text.length > FEED_LIMITS.cellCharacters
}

export function isLongName(name: string): boolean {
  return name.length > FEED_LIMITS.fieldNameCharacters
}

/** @param path - Names of the fields that lead to the value. */
export function longCellFailure(line: number, path: readonly string[], characters: number): FeedFailure {
  const size = characters.toLocaleString('en')
  const limit = FEED_LIMITS.cellCharacters.toLocaleString('en')
  const message = `The value of ${shownName(path)} has ${size} characters; the limit is ${limit}. Shorten or remove it.`
  return failure(line, 'cell_too_long', message)
}

export function longNameFailure(line: number, path: readonly string[]): FeedFailure {
  const size = (path.at(-1) ?? '').length.toLocaleString('en')
  const limit = FEED_LIMITS.fieldNameCharacters.toLocaleString('en')
  const message = `The name of the field ${shownName(path)} has ${size} characters; the limit is ${limit}.`
  return failure(line, 'cell_too_long', message)
}

/** Returns the path of a field in quotes, with each name cut to a readable length. */
export function shownName(path: readonly string[]): string {
  return JSON.stringify(path.map(shortName).join('.'))
}

export function shortName(name: string): string {
  return name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS)}…` : name
}
