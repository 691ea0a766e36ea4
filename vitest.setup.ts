import { PROPERTY_SEED } from '@utpid/testing'
import fc from 'fast-check'

// Every property without its own seed uses this seed, in every package.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: PROPERTY_SEED })
