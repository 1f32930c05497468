import { endpointsOf, regionsOf } from '../domain/endpoints.ts'
import type { Session } from '../domain/session.ts'
import type { Issued, ProjectRef } from './identity-client.ts'

/** What a session knows besides its token. */
export interface Around {
  readonly projects: readonly ProjectRef[]
  readonly systemAllowed: boolean
  /** Preferred regions, in order. */
  readonly regions: readonly string[]
}

/** Builds the session of a token. */
export const sessionOf = ({ token, body }: Issued, around: Around): Session => {
  const endpoints = endpointsOf(body.catalog ?? [])
  const regions = regionsOf(endpoints)
  const { user, project } = body
  return {
    token,
    endpoints,
    view: {
      user: { id: user.id, name: user.name, domain: user.domain },
      project: project ? { id: project.id, name: project.name, domain: project.domain } : null,
      system: body.system?.all === true,
      system_allowed: around.systemAllowed,
      roles: (body.roles ?? []).map(({ name }) => name),
      expires_at: body.expires_at,
      region: around.regions.find((region) => regions.includes(region)) ?? regions[0] ?? '',
      regions,
      projects: [...around.projects],
    },
  }
}
