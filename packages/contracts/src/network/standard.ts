import { attribute } from '@nimbo/resource/describe/attribute'
import { identified, owned, revised, timed } from '@nimbo/resource/describe/standard-attributes'
import { text } from '@nimbo/resource/describe/value-types'

/** Attributes of every project's resource. */
export const standard = { ...identified, ...owned, ...revised, ...timed }

/** Name and description. */
export const named = {
  name: attribute(text(), { on: 'create update', default: '' }),
  description: attribute(text(), { on: 'create update', default: '' }),
}
