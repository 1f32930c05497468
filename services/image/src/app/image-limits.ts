import { Fault } from '@nimbo/kernel/errors'
import type { Image } from '../domain/image.ts'
import type { ImageApp } from './app.ts'

const over = (what: string, attempted: number, maximum: number): Fault =>
  new Fault({
    code: `${what}LimitExceeded`,
    kind: 'tooLarge',
    message: `The limit has been exceeded on the number of allowed image ${what}. Attempted: ${attempted}, Maximum: ${maximum}`,
    details: { attempted, maximum },
  })

/** Glance answers 413 when an image has more tags or properties than it may. */
export const refuseOverLimits = ({ limits }: ImageApp, { tags, properties }: Image): void => {
  const count = Object.keys(properties).length
  if (tags.length > limits.tags) throw over('tags', tags.length, limits.tags)
  if (count > limits.properties) throw over('properties', count, limits.properties)
}

export const memberLimitExceeded = (attempted: number, maximum: number): Fault =>
  over('members', attempted, maximum)
