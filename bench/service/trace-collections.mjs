/** Makes the engine write down each collection of garbage, of every thread: how large its heap was before. */
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--trace-gc')
