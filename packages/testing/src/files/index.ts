/** `@utpid/testing/files`: writers of files, also of damaged and hostile ones. */

export * from './write-xlsx.ts'
export * from './write-zip.ts'
export * from './zstd-frames.ts'
