import { errors } from '../errors.ts'
import type { Metadata } from './metadata.ts'

export interface MetadataLimits {
  readonly max_meta_name_length: number
  readonly max_meta_value_length: number
  readonly max_meta_count: number
  readonly max_meta_overall_size: number
  readonly max_header_size: number
}

/** Throws when the headers with `prefix` (`x-object-meta-`) exceed the metadata limits, which `/info` shows. */
export const requireMetadata = (headers: Metadata, prefix: string, limits: MetadataLimits): void => {
  for (const [name, value] of Object.entries(headers))
    if (Buffer.byteLength(value) > limits.max_header_size)
      throw errors.Invalid({ reason: `Header value too long: ${name.slice(0, limits.max_meta_name_length)}` })
  const items = Object.entries(headers)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => ({ name: name.slice(prefix.length), value }))
  let overall = 0
  for (const { name, value } of items) {
    if (name === '') throw errors.Invalid({ reason: 'Metadata name cannot be empty' })
    const [nameLength, valueLength] = [Buffer.byteLength(name), Buffer.byteLength(value)]
    if (nameLength > limits.max_meta_name_length)
      throw errors.Invalid({ reason: `Metadata name too long: ${prefix}${name}` })
    if (valueLength > limits.max_meta_value_length)
      throw errors.Invalid({
        reason: `Metadata value longer than ${limits.max_meta_value_length}: ${prefix}${name}`,
      })
    overall += nameLength + valueLength
  }
  if (items.length > limits.max_meta_count)
    throw errors.Invalid({ reason: `Too many metadata items; max ${limits.max_meta_count}` })
  if (overall > limits.max_meta_overall_size)
    throw errors.Invalid({ reason: `Total metadata too large; max ${limits.max_meta_overall_size}` })
}
