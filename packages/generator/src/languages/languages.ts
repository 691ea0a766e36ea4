import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { greek } from './greek.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import type { Language } from './language.ts'
import { portuguese } from './portuguese.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'

export type LanguageCode = 'de' | 'el' | 'en' | 'es' | 'fr' | 'it' | 'ja' | 'nl' | 'pt' | 'ru'

/** All languages of generated names, by ISO 639-1 code. */
export const LANGUAGES: Readonly<Record<LanguageCode, Language>> = {
  de: german,
  el: greek,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  ja: japanese,
  nl: dutch,
  pt: portuguese,
  ru: russian,
}
