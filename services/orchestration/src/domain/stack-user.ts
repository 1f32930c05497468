import type { JsonObject } from '@nimbo/kernel/json'

/** The only role of the users that stacks create for their resources. */
export const stackUserRole = 'heat_stack_user'

const userKey = 'heat:user'
/** The key in a resource's data with the password of its user. */
export const passwordKey = 'heat:password'

/** A resource's data about its user. The password is stored first, so that a repeated run uses the same one. */
export interface KeptUser {
  readonly id?: string
  readonly password?: string
}

export const keptUser = (data: string): KeptUser => {
  const kept: JsonObject = JSON.parse(data)
  const [id, password] = [kept[userKey], kept[passwordKey]]
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof password === 'string' ? { password } : {}),
  }
}

export const keepingPassword = (password: string) => ({ [passwordKey]: password })

export const keepingUser = (id: string) => ({ [userKey]: id })
