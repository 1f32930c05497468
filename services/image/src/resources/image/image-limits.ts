import { Fault } from '@nimbo/kernel/errors'
import type { Image } from './image.ts'
import type { ImageApp } from '../../app/app.ts'

const over = (what: string, attempted: number, maximum: number): Fault =>
  new Fault({
    code: `${what}LimitExceeded`,
    kind: 'tooLarge',
    message: `The limit has been exceeded on the number of allowed image ${what}. Attempted: ${attempted}, Maximum: ${maximum}`,
    details: { attempted, maximum },
  })

/** A limit of -1 is unlimited. */
const exceeds = (attempted: number, maximum: number): boolean => maximum >= 0 && attempted > maximum

/** Glance answers 413 when an image has too many tags or properties. */
export const refuseOverLimits = ({ config }: ImageApp, { tags, properties }: Image): void => {
  const { image_tag_quota: mostTags, image_property_quota: mostProperties } = config.DEFAULT
  const count = Object.keys(properties).length
  if (exceeds(tags.length, mostTags)) throw over('tags', tags.length, mostTags)
  if (exceeds(count, mostProperties)) throw over('properties', count, mostProperties)
}

/** Throws unless an image may have this many members. */
export const refuseTooManyMembers = ({ config }: ImageApp, attempted: number): void => {
  const { image_member_quota: most } = config.DEFAULT
  if (exceeds(attempted, most)) throw over('members', attempted, most)
}
