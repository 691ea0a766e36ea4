import { RegistryError } from '@utpid/core'

/** @param bytesMost - Maximum bytes after decompression. */
export function payloadTooLarge(bytesMost: number): RegistryError {
  return new RegistryError(
    'payload_too_large',
    `The body is larger than ${bytesMost.toLocaleString('en')} bytes; split it.`,
    {
      details: { limit: bytesMost },
    },
  )
}
