import type { JsonObject } from '@nimbo/kernel/json'

/** What the users that stacks make for their resources may do, and nothing else. */
export const stackUserRole = 'heat_stack_user'

const userKey = 'heat:user'
/** Under it a resource keeps the password of its user. */
export const passwordKey = 'heat:password'

/** What a resource keeps of its user. The password comes first: a run that broke off gives the same one. */
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
