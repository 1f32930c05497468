import { boundedBody } from '@nimbo/http/bounded-body'
import { bytesOf, type HttpRequest, type HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import { isFault } from '@nimbo/kernel/errors'
import { errors } from './metadata-errors.ts'
import { hasPassword } from '../../domain/guest-data/metadata-versions.ts'

/** The store for passwords that guests set. */
export interface GuestPasswordStore {
  find(serverId: string): Promise<string | undefined>
  /** Stores a password; false when the server already has one. */
  set(serverId: string, password: string): Promise<boolean>
}

/** Nova stores four chunks of 255 characters. */
const longestPassword = 1020

const text = { 'content-type': 'text/plain; charset=UTF-8' }

/** `openstack/latest/password`, in each version that has it. */
export const isPasswordPath = (path: string): boolean => {
  const [tree, version = '', name, ...further] = path.split('/').filter((part) => part !== '')
  return tree === 'openstack' && name === 'password' && further.length === 0 && hasPassword(version)
}

const readPassword = async (request: HttpRequest): Promise<string> => {
  try {
    return (await bytesOf(boundedBody(request, longestPassword))).toString()
  } catch (error) {
    throw isFault(error, 'RequestTooLarge') ? errors.PasswordTooLong() : error
  }
}

/**
 * A guest posts its administrator's password once, encrypted with its user's public key; the user reads it from the
 * API. Guests can read it here too.
 */
export const guestPassword =
  (store: GuestPasswordStore) =>
  async (request: HttpRequest, serverId: string): Promise<HttpResponse> => {
    if (request.method === 'GET' || request.method === 'HEAD')
      return bytes(200, (await store.find(serverId)) ?? '', text)
    if (request.method !== 'POST') throw errors.PasswordUnchanged()
    const password = await readPassword(request)
    if (!(await store.set(serverId, password))) throw errors.PasswordKnown()
    return bytes(200, '', text)
  }
