import type { Login } from './session-api.ts'

/** What each way to log in gets: why the last attempt was refused, and how to enter. */
export interface WayInProps {
  readonly refused: string | undefined
  enter(login: Login): Promise<void>
}
