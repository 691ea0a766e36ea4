import { map } from './en/map.ts'

/** All texts that people read, by page. Another language is another object of this type. */
export interface Texts {
  readonly map: typeof map
}

/** The texts of the dashboard. */
export const texts: Texts = { map }
