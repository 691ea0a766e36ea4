import { fileURLToPath } from 'node:url'

/** Path of the repository's root, with a trailing slash. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url))
