/** Watches a folder and then ends in the given way: `watched-child.ts FOLDER WAY`. */
import { watchFolder, watchFolders } from '../../src/place/folder-watch.ts'

const [folder = '', way] = process.argv.slice(2)
const end = watchFolders()
watchFolder(folder)
if (way === 'abort') process.abort()
if (way === 'kill') process.kill(process.pid, 'SIGKILL')
if (way === 'exit') process.exit(3)
if (way === 'end') end()
