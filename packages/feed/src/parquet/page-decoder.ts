/**
 * The parts of hyparquet that decode one page. Its main functions decode a whole row group at once, which can need any
 * amount of memory. The package exports these files by their names.
 */

// biome-ignore lint/style/noRestrictedImports: hyparquet exports this file.
export { assembleNested } from 'hyparquet/src/assemble.js'
// biome-ignore lint/style/noRestrictedImports: hyparquet exports this file.
export { parquetHeader, readPage } from 'hyparquet/src/column.js'
// biome-ignore lint/style/noRestrictedImports: hyparquet exports this file.
export { CompressionCodecs, ConvertedTypes, FieldRepetitionTypes, ParquetTypes } from 'hyparquet/src/constants.js'
// biome-ignore lint/style/noRestrictedImports: hyparquet exports this file.
export { convert } from 'hyparquet/src/convert.js'
// biome-ignore lint/style/noRestrictedImports: hyparquet exports this file.
export { deltaBinaryUnpack } from 'hyparquet/src/delta.js'
// biome-ignore lint/style/noRestrictedImports: hyparquet exports this file.
export { getMaxDefinitionLevel, getMaxRepetitionLevel } from 'hyparquet/src/schema.js'
// biome-ignore lint/style/noRestrictedImports: hyparquet exports this file.
export { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js'
// biome-ignore lint/style/noRestrictedImports: hyparquet exports this file.
export { wkbToGeojson } from 'hyparquet/src/wkb.js'
