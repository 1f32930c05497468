import { boundedBody } from '@nimbo/http/bounded-body'
import { bytesOf, type HttpRequest, type HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import { isFault } from '@nimbo/kernel/errors'
import { errors } from './metadata-errors.ts'

/** Where the passwords are kept that guests choose. */
export interface GuestPasswordStore {
  find(serverId: string): Promise<string | undefined>
  /** False where there is one already. */
  set(serverId: string, password: string): Promise<boolean>
}

/** Four parts of 255 characters, as nova keeps it. */
const longestPassword = 1020

const text = { 'content-type': 'text/plain; charset=UTF-8' }

/** `openstack/latest/password`, and under any version. */
export const isPasswordPath = (path: string): boolean => /^\/+openstack\/[^/]+\/password\/?$/.test(path)

const readPassword = async (request: HttpRequest): Promise<string> => {
  try {
    return (await bytesOf(boundedBody(request, longestPassword))).toString()
  } catch (error) {
    throw isFault(error, 'RequestTooLarge') ? errors.PasswordTooLong() : error
  }
}

/**
 * A guest tells the password it gave its administrator, encrypted by the public key of its user, once; its user reads it from
 * the API. It can be read here, too.
 */
export const guestPassword =
  (store: GuestPasswordStore) =>
  async (request: HttpRequest, serverId: string): Promise<HttpResponse> => {
    if (request.method !== 'POST') return bytes(200, (await store.find(serverId)) ?? '', text)
    const password = await readPassword(request)
    if (!(await store.set(serverId, password))) throw errors.PasswordKnown()
    return bytes(200, '', text)
  }
