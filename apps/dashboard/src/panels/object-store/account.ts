import type { Api } from '@nimbo/operation/client/api'
import type { Within } from '../../panel/within.ts'
import type { Session } from '../../session/session.ts'

export const objectApi: Api = { type: 'object-store', prefix: '' }

/** The account of the project that one works in. */
export const accountOf = ({ project }: Session): string => `AUTH_${project?.id ?? ''}`

export const inAccount = (session: Session): Within => ({ path: { account: accountOf(session) } })
