import type { HttpRequest } from '@nimbo/http/message'
import { errors } from '../../errors.ts'

/** Throws unless the content type is `application/octet-stream` and `X-OpenStack-Image-Size`, if given, is a number. */
export const requireOctets = ({ headers }: HttpRequest): void => {
  const type = headers['content-type'] ?? ''
  if (type !== 'application/octet-stream') throw errors.UnsupportedMedia({ type })
  const size = headers['x-openstack-image-size']
  if (size !== undefined && !/^\d{1,16}$/.test(size))
    throw errors.Invalid({ reason: 'Invalid or missing image size in request headers.' })
}
