import fc from 'fast-check'
import { PROPERTY_SEED } from './packages/core/test/properties/property-seed.ts'

// A property that names no seed of its own takes this one, in every package.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: PROPERTY_SEED })
