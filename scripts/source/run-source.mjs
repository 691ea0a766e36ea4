/** `node run-source.mjs FILE ARGUMENTS`: runs a TypeScript file of the repository, see `import-source.mjs`. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importSource } from './import-source.mjs'

process.argv.splice(1, 1)
await importSource(pathToFileURL(resolve(process.argv[1])))
