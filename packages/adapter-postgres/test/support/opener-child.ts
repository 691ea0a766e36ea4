/**
 * A process that opens a storage, which creates its schema: `opener-child.ts ADDRESS SCHEMA [FILE]`. With a file, it
 * restores this export. It reports its end.
 */
import { readFileSync, writeSync } from 'node:fs'
import { restoreRegistry } from '@utpid/core/copy'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'

const [connectionString, schema, file] = process.argv.slice(2) as [string, string, string | undefined]
const storage = await openPostgresStorage({ connectionString, schema })
if (file !== undefined) await restoreRegistry(storage, readFileSync(file, 'utf8').split('\n'))
await storage.close()
writeSync(1, 'done\n')
