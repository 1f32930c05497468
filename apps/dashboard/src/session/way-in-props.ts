import type { Login } from './session-api.ts'

/** Props of a login method: the error of the last attempt, and the function that logs in. */
export interface WayInProps {
  readonly refused: string | undefined
  enter(login: Login): Promise<void>
}
