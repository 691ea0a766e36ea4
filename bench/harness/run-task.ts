/** `run-task.ts FILE NAME ARGUMENTS`: runs a task that the file registers, and prints its result as JSON. */
import { registeredTask } from './child-task.ts'

const [file = '', name = '', args = '[]'] = process.argv.slice(2)
await import(file)
const task = registeredTask(name)
if (task === undefined) throw new Error(`${file} registers no task "${name}".`)
const result = await task(...(JSON.parse(args) as never[]))
process.stdout.write(JSON.stringify(result ?? null))
