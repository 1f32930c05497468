import { attribute } from '@nimbo/resource/describe/attribute'
import { identified, owned, revised, timed } from '@nimbo/resource/describe/standard-attributes'
import { text } from '@nimbo/resource/describe/value-types'

/** What every resource has that a project owns. */
export const standard = { ...identified, ...owned, ...revised, ...timed }

/** What users call it, and say of it. */
export const named = {
  name: attribute(text(), { on: 'create update', default: '' }),
  description: attribute(text(), { on: 'create update', default: '' }),
}
