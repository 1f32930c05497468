import type { HttpRequest } from '@nimbo/http/message'
import type { SignedCall } from '../../domain/authentication/oauth1-signature.ts'

/** The signed parts of a request, with the URL that the client used. */
export const signedCallOf = ({ method, origin, mount, path, query, headers }: HttpRequest): SignedCall => ({
  ...{ method, query, url: `${origin}${mount}${path}` },
  authorization: headers.authorization ?? '',
})
