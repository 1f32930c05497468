import { visibilities } from '@nimbo/contracts/image/words'
import { isUuid } from '@nimbo/kernel/ids'
import { own } from '@nimbo/kernel/own'
import { errors } from '../../errors.ts'
import {
  containerFormats,
  diskFormats,
  type Image,
  readOnlyAttributes,
  reservedPrefix,
  type Visibility,
} from './image.ts'

const largestInteger = 2_147_483_647
const longestText = 255

const invalid = (name: string, why: string) =>
  errors.Invalid({ reason: `Provided object does not match schema 'image': ${why} (${name})` })

const text = (name: string, value: unknown): string | null => {
  if (value === null) return null
  if (typeof value !== 'string') throw invalid(name, `${JSON.stringify(value)} is not of type 'string'`)
  if (value.length > longestText) throw invalid(name, 'it is too long')
  return value
}

const oneOf = <Value extends string>(name: string, value: unknown, known: readonly Value[]): Value => {
  const found = known.find((one) => one === value)
  if (!found)
    throw invalid(
      name,
      `${JSON.stringify(value)} is not one of [${known.map((one) => `'${one}'`).join(', ')}]`,
    )
  return found
}

const flag = (name: string, value: unknown): boolean => {
  if (typeof value !== 'boolean') throw invalid(name, `${JSON.stringify(value)} is not of type 'boolean'`)
  return value
}

const whole = (name: string, value: unknown): number => {
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw invalid(name, `${JSON.stringify(value)} is not of type 'integer'`)
  if (value < 0)
    throw errors.Invalid({
      reason: `Invalid value '${value}' for parameter '${name}': Cannot be a negative value`,
    })
  if (value > largestInteger)
    throw errors.Invalid({ reason: `'${name}' value out of range, must not exceed ${largestInteger}.` })
  return value
}

const tagList = (name: string, value: unknown): readonly string[] => {
  if (!Array.isArray(value) || value.some((tag) => typeof tag !== 'string' || tag.length > longestText)) {
    throw invalid(name, 'it must be a list of strings of at most 255 characters')
  }
  return [...new Set(value as string[])].sort()
}

type Attributes = Partial<Omit<Image, 'status' | 'createdAt' | 'updatedAt'>>

/** Converts each attribute of a body to attributes of the record. */
const readers: Readonly<Record<string, (value: unknown) => Attributes>> = {
  name: (value) => ({ name: text('name', value) }),
  visibility: (value) => ({ visibility: oneOf<Visibility>('visibility', value, visibilities) }),
  owner: (value) => ({ owner: text('owner', value) }),
  disk_format: (value) => ({ diskFormat: value === null ? null : oneOf('disk_format', value, diskFormats) }),
  container_format: (value) => ({
    containerFormat: value === null ? null : oneOf('container_format', value, containerFormats),
  }),
  min_disk: (value) => ({ minDisk: whole('min_disk', value) }),
  min_ram: (value) => ({ minRam: whole('min_ram', value) }),
  protected: (value) => ({ protected: flag('protected', value) }),
  os_hidden: (value) => ({ hidden: flag('os_hidden', value) }),
  tags: (value) => ({ tags: tagList('tags', value) }),
}

export const isBaseAttribute = (name: string): boolean =>
  Object.hasOwn(readers, name) || name === 'id' || readOnlyAttributes.has(name)

const reserved: ReadonlySet<string> = new Set(['location', 'deleted', 'deleted_at'])

/** Whether only the service itself may set this name. */
export const isReserved = (name: string): boolean =>
  readOnlyAttributes.has(name) || reserved.has(name) || name.startsWith(reservedPrefix)

const refuseReserved = (name: string): void => {
  if (name === 'id' || readOnlyAttributes.has(name))
    throw errors.NotAllowed({ reason: `Attribute '${name}' is read-only.` })
  if (isReserved(name)) throw errors.NotAllowed({ reason: `Attribute '${name}' is reserved.` })
}

/** Sets one attribute or property of an image. */
export const withAttribute = (image: Image, name: string, value: unknown): Image => {
  refuseReserved(name)
  const read = own(readers, name)
  if (read) return { ...image, ...read(value) }
  if (typeof value !== 'string') throw invalid(name, `${JSON.stringify(value)} is not of type 'string'`)
  if (name.length > longestText) throw invalid(name, 'the name of the property is too long')
  return { ...image, properties: { ...image.properties, [name]: value } }
}

/** Removes one attribute or property. */
export const withoutAttribute = (image: Image, name: string): Image => {
  refuseReserved(name)
  if (isBaseAttribute(name)) throw errors.NotAllowed({ reason: `Property ${name} may not be removed.` })
  const { [name]: _, ...properties } = image.properties
  if (own(image.properties, name) === undefined)
    throw errors.Conflict({ reason: `Property ${name} does not exist.` })
  return { ...image, properties }
}

/** Reads the id that a client chose for a new image. */
export const readImageId = (value: unknown): string => {
  if (typeof value !== 'string' || !isUuid(value))
    throw invalid('id', `${JSON.stringify(value)} is not a UUID`)
  return value.toLowerCase()
}
