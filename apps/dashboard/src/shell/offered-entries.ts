import type { Entry } from '../panel/entry.ts'
import type { AreaName } from '../panel/panels-context.ts'
import { entries } from '../panels/registry.ts'
import { isOperator, type Session } from '../session/session.ts'

const isFor = (area: AreaName, session: Session): boolean => {
  switch (area) {
    case 'project':
      return session.project !== null
    case 'admin':
      return isOperator(session)
    case 'identity':
    case 'settings':
      return true
  }
}

/** The navigation entries of a session: those whose service is in the catalog, and which its scope and roles allow. */
export const offeredEntries = (session: Session): readonly Entry[] =>
  entries.filter(
    ({ area, service, offered, unlisted }) =>
      !unlisted &&
      isFor(area, session) &&
      (service === undefined || session.services.includes(service)) &&
      (offered?.(session) ?? true),
  )
