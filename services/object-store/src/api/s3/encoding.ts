import { quotedPath } from '../../domain/s3/quoted.ts'
import { s3Errors } from '../../s3-errors.ts'

/**
 * How a listing writes names: unchanged, or URL-encoded if the client requests `encoding-type=url`, since XML cannot represent
 * all characters.
 */
export const encodingOf = (query: URLSearchParams): ((name: string) => string) => {
  const type = query.get('encoding-type')
  if (type !== null && type !== 'url')
    throw s3Errors.InvalidArgument({ reason: 'Invalid Encoding Method specified in Request' })
  return type === 'url' ? quotedPath : (name) => name
}
