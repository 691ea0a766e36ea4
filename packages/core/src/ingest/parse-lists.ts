import { LIMITS } from '../model/limits.ts'
import type { AltName, Identifier } from '../model/supplier-record.ts'
import { readList } from './read-list.ts'
import type { RepairLog } from './repairs/repair-log.ts'
import { isPlaceholderName, repairText } from './repairs/repair-text.ts'

/** Maximum characters of a language tag. */
const MAX_LANGUAGE_CHARACTERS = 35

/** Parses the names of a record in other languages or spellings. */
export function parseAltNames(value: unknown, log: RepairLog): AltName[] | undefined {
  const names: AltName[] = []
  // A comma is often part of a name (`Ritz, Paris`), so it does not separate names.
  for (const [at, entry] of readList(value, 'altNames', LIMITS.altNamesPerRecord, log, /[;|\n]/).entries()) {
    if (entry === null || entry === undefined) continue
    const field = `altNames.${at}`
    const { name: raw, language: rawLanguage } = typeof entry === 'string' ? { name: entry } : objectOf(entry)
    const name = repairText(raw, `${field}.name`, LIMITS.nameCharacters, log)
    if (name === undefined) {
      if (raw === undefined) log.add(field, 'value_removed', entry)
      continue
    }
    if (isPlaceholderName(name)) {
      log.add(`${field}.name`, 'placeholder_removed', name)
      continue
    }
    const language = repairText(rawLanguage, `${field}.language`, MAX_LANGUAGE_CHARACTERS, log)
    names.push(language === undefined ? { name } : { language, name })
  }
  return names.length === 0 ? undefined : names
}

/** Parses identifiers that several suppliers may share. */
export function parseIdentifiers(value: unknown, log: RepairLog): Identifier[] | undefined {
  const identifiers: Identifier[] = []
  for (const [at, entry] of readList(value, 'identifiers', LIMITS.identifiersPerRecord, log).entries()) {
    const field = `identifiers.${at}`
    const raw = objectOf(entry)
    const scheme = parseScheme(raw.scheme, `${field}.scheme`, log)
    const text = repairText(raw.value, `${field}.value`, LIMITS.codeCharacters, log)
    if (scheme !== undefined && text !== undefined) identifiers.push({ scheme, value: text })
    else log.add(field, 'value_removed', entry)
  }
  return identifiers.length === 0 ? undefined : identifiers
}

/**
 * Parses the scheme of an identifier. Some letters become two letters in lower case, so the function checks the limit
 * again.
 */
function parseScheme(value: unknown, field: string, log: RepairLog): string | undefined {
  const text = repairText(value, field, LIMITS.codeCharacters, log)
  return text === undefined ? undefined : repairText(text.toLowerCase(), field, LIMITS.codeCharacters, log)
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
