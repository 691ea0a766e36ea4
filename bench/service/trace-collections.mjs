/** Makes V8 log each garbage collection of every thread, with the heap size before it. */
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--trace-gc')
