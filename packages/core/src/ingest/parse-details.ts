import { defined } from '../model/defined.ts'
import { LIMITS } from '../model/limits.ts'
import type { ActivityDetails, AltName, Identifier, TransferDetails, TransferEnd } from '../model/supplier-record.ts'
import { parseBoolean, parseWhole } from './parse-number.ts'
import { readList } from './read-list.ts'
import { parseCoordinates } from './repairs/repair-coordinates.ts'
import type { RepairLog } from './repairs/repair-log.ts'
import { isPlaceholderName, repairText } from './repairs/repair-text.ts'

/** The maximum duration of an activity in minutes: one year. */
export const MAX_ACTIVITY_MINUTES = 525_600
/** Maximum seats of a transfer. */
export const MAX_SEATS = 1_000
/** Maximum languages of an activity. */
export const MAX_LANGUAGES = 50
/** Maximum characters of a language tag. */
export const MAX_LANGUAGE_CHARACTERS = 35

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

export function parseActivity(value: unknown, log: RepairLog): ActivityDetails | undefined {
  if (!isObject(value, 'activity', log)) return undefined
  const durationMinutes = parseWhole(value.durationMinutes, 'activity.durationMinutes', 1, MAX_ACTIVITY_MINUTES, log)
  const languages = readList(value.languages, 'activity.languages', MAX_LANGUAGES, log)
    .map((entry, at) => repairText(entry, `activity.languages.${at}`, MAX_LANGUAGE_CHARACTERS, log))
    .filter((entry) => entry !== undefined)
  const meetingPoint = repairText(value.meetingPoint, 'activity.meetingPoint', LIMITS.textCharacters, log)
  const activity: ActivityDetails = {
    ...defined({ durationMinutes }),
    ...(languages.length === 0 ? {} : { languages }),
    ...defined({ meetingPoint }),
  }
  return Object.keys(activity).length === 0 ? undefined : activity
}

export function parseTransfer(value: unknown, log: RepairLog): TransferDetails | undefined {
  if (!isObject(value, 'transfer', log)) return undefined
  const from = parseTransferEnd(value.from, 'transfer.from', log)
  const to = parseTransferEnd(value.to, 'transfer.to', log)
  const vehicle = repairText(value.vehicle, 'transfer.vehicle', LIMITS.nameCharacters, log)
  const shared = parseBoolean(value.shared, 'transfer.shared', log)
  const seats = parseWhole(value.seats, 'transfer.seats', 1, MAX_SEATS, log)
  const transfer: TransferDetails = {
    ...defined({ from, to, vehicle, shared, seats }),
  }
  return Object.keys(transfer).length === 0 ? undefined : transfer
}

function parseTransferEnd(value: unknown, field: string, log: RepairLog): TransferEnd | undefined {
  const raw = typeof value === 'string' ? { name: value } : value
  if (!isObject(raw, field, log)) return undefined
  const code = repairText(raw.code, `${field}.code`, LIMITS.codeCharacters, log)
  const name = repairText(raw.name, `${field}.name`, LIMITS.nameCharacters, log)
  const coordinates = parseCoordinates(raw.coordinates, log, `${field}.coordinates`)
  const end: TransferEnd = {
    ...defined({ code, name, coordinates }),
  }
  return Object.keys(end).length === 0 ? undefined : end
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function isObject(value: unknown, field: string, log: RepairLog): value is Record<string, unknown> {
  if (value === undefined || value === null) return false
  if (typeof value === 'object' && !Array.isArray(value)) return true
  log.add(field, 'value_removed', value)
  return false
}
