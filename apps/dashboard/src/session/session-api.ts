import { askDashboard } from '../api/ask-dashboard.ts'
import { HttpFault } from '../api/http-fault.ts'
import type { Session } from './session.ts'

/** Credentials of a login. */
export type Login =
  | {
      readonly method: 'password'
      readonly user: string
      readonly domain: string
      readonly password: string
      readonly project?: string
    }
  | { readonly method: 'application_credential'; readonly id: string; readonly secret: string }
  | { readonly method: 'link'; readonly code: string }

/** The requested scope or region of the session. */
export type Scope = { readonly project_id: string } | { readonly system: true } | { readonly region: string }

const isSession = (value: unknown): value is Session =>
  value instanceof Object && 'user' in value && 'roles' in value

/** Reads the session of this browser; null if nobody is logged in. */
export const readSession = async (): Promise<Session | null> => {
  try {
    const session = await askDashboard('GET', '/session')
    return isSession(session) ? session : null
  } catch (error) {
    if (error instanceof HttpFault && error.status === 401) return null
    throw error
  }
}

/** Logs in; returns the new session. */
export const logIn = async (login: Login): Promise<Session> => {
  const session = await askDashboard('POST', '/session', login)
  if (!isSession(session)) throw new Error('the login was answered without a session')
  return session
}

export const logOut = (): Promise<unknown> => askDashboard('DELETE', '/session')
export const turnTo = (scope: Scope): Promise<unknown> => askDashboard('PUT', '/session/scope', scope)

/** An identity provider to sign in with. */
export interface SignOn {
  readonly id: string
  readonly label: string
}

const isSignOn = (value: unknown): value is SignOn =>
  value instanceof Object && 'id' in value && 'label' in value

/** The identity providers that this cloud offers for login. */
export const readSignOns = async (): Promise<readonly SignOn[]> => {
  const reply = await askDashboard('GET', '/sign-ons')
  const listed = reply instanceof Object && 'sign_ons' in reply ? reply.sign_ons : []
  return Array.isArray(listed) ? listed.filter(isSignOn) : []
}
