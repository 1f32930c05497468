import type { Api } from '@nimbo/operation/client/api'
import { isItem, type Item } from '../../panel/item.ts'
import type { Within } from '../../panel/within.ts'
import type { Session } from '../../session/session.ts'

export const objectApi: Api = { type: 'object-store', prefix: '' }

/** The account of the project that one works in. */
export const accountOf = ({ project }: Session): string => `AUTH_${project?.id ?? ''}`

export const inAccount = (session: Session): Within => ({ path: { account: accountOf(session) } })

/** The lines of a listing. */
export const linesOf = (reply: unknown): readonly Item[] => (Array.isArray(reply) ? reply.filter(isItem) : [])
