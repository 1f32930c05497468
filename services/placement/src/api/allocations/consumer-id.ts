import { isUuid } from '@nimbo/kernel/ids'
import { errors } from '../../errors.ts'

/** A consumer's id in canonical form: lower case with dashes. Throws for invalid UUIDs. */
export const consumerId = (text: string): string => {
  if (!isUuid(text)) throw errors.Invalid({ reason: `Malformed consumer_uuid: ${text}` })
  const digits = text.replaceAll('-', '').toLowerCase()
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
