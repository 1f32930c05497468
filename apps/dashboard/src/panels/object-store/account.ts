import type { Api } from '@nimbo/operation/client/api'
import type { Within } from '../../panel/within.ts'
import type { Session } from '../../session/session.ts'

export const objectApi: Api = { type: 'object-store', prefix: '' }

/** The Swift account of the session's project. */
export const accountOf = ({ project }: Session): string => `AUTH_${project?.id ?? ''}`

export const inAccount = (session: Session): Within => ({ path: { account: accountOf(session) } })
