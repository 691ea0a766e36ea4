/** `@utpid/testing/files`: writers of files, also of damaged and hostile ones. */

export { parquetWriteBuffer } from 'hyparquet-writer'
export * from './write-xlsx.ts'
export * from './write-zip.ts'
export * from './zstd-frames.ts'
