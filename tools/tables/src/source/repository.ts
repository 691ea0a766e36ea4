// Definitions shared with the code that reads the tables. Imported from the files themselves: the entry points of the
// packages load the tables, which may not exist yet.
// biome-ignore lint/style/noRestrictedImports: see above
export { hashText } from '../../../../packages/core/src/encoding/hash.ts'
// biome-ignore lint/style/noRestrictedImports: see above
export { fold } from '../../../../packages/core/src/text/fold.ts'
// biome-ignore lint/style/noRestrictedImports: see above
export * from '../../../../packages/gazetteer/src/file-layout.ts'
