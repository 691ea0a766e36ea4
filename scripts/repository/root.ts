import { fileURLToPath } from 'node:url'

/** Root of the repository, with a trailing slash. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url))
