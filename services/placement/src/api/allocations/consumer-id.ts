import { isUuid } from '@nimbo/kernel/ids'
import { errors } from '../../errors.ts'

/** The id of a consumer in the form in which it is kept: in lower case and with dashes. Throws for what is no UUID. */
export const consumerId = (text: string): string => {
  if (!isUuid(text)) throw errors.Invalid({ reason: `Malformed consumer_uuid: ${text}` })
  const digits = text.replaceAll('-', '').toLowerCase()
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
