/** Checks that every export of a published package has a doc comment. Editors and reference pages show this comment. */
import { publicSymbols } from './public-symbols.ts'

const symbols = publicSymbols()
const bare = symbols.filter(({ comment }) => comment === '')
for (const { entry, name } of bare) console.error(`${entry}: ${name} has no doc comment`)
console.log(`${symbols.length} exported names, ${bare.length} without a doc comment`)
process.exitCode = bare.length === 0 ? 0 : 1
