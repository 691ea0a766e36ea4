import { PROPERTY_SEED } from '@utpid/testing'
import fc from 'fast-check'

// A property that names no seed of its own takes this one, in every package.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: PROPERTY_SEED })
