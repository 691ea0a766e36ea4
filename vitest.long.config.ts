export { longRun as default } from './vitest.config.ts'
