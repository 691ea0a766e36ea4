// What the tables share with the code that reads them. Taken from the files themselves: the
// packages' entry points load the tables, which need not exist yet.
// biome-ignore lint/style/noRestrictedImports: see above
export { fold } from '../../../../packages/core/src/text/fold.ts'
// biome-ignore lint/style/noRestrictedImports: see above
export * from '../../../../packages/gazetteer/src/file-layout.ts'
