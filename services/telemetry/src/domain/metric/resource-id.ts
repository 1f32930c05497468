import { createHash } from 'node:crypto'

/** The namespace of the UUIDs made from other names. */
const namespace = '0a7a15ffaa134ac2897c9bdf30ce175b'

/** The form in which ids are nearly always written. */
const usualForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const uuidForm = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/** The maximum number of characters of a name. */
const longestName = 289

/** A UUID in canonical form; undefined for anything else. */
export const uuidOf = (text: string): string | undefined => {
  if (usualForm.test(text)) return text
  if (!uuidForm.test(text)) return undefined
  const hex = text.replaceAll('-', '').toLowerCase()
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The id of a resource whose name is not a UUID; always the same for the same name and creator. */
const namedId = (name: string, creator: string): string => {
  const digest = createHash('sha1')
    .update(Buffer.from(namespace, 'hex'))
    .update(`${name}\0${creator}`)
    .digest()
    .subarray(0, 16)
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6)
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8)
  return uuidOf(digest.toString('hex')) ?? ''
}

/** The id of a resource; undefined when the name is not allowed. */
export const resourceIdOf = (name: string, creator: string): string | undefined => {
  const uuid = uuidOf(name)
  if (uuid !== undefined) return uuid
  return name === '' || name.includes('/') || name.length > longestName ? undefined : namedId(name, creator)
}
