import { resourceErrors } from '../../resource-type/errors.ts'
import type { Handling } from '../../resource-type/handling.ts'
import { openObject } from './signal-objects.ts'

type Transport =
  | 'CFN_SIGNAL'
  | 'TEMP_URL_SIGNAL'
  | 'HEAT_SIGNAL'
  | 'NO_SIGNAL'
  | 'ZAQAR_SIGNAL'
  | 'TOKEN_SIGNAL'

const noMessaging = 'ZAQAR_SIGNAL needs the messaging service, which this cloud lacks'

/** Checks the chosen signal transport; returns what is wrong. */
export const signalProblems = (transport: string | undefined): readonly string[] =>
  transport === 'ZAQAR_SIGNAL' ? [noMessaging] : []

type Data = Readonly<Record<string, string>>

/** The data that a guest needs to signal a resource, by signal transport. */
export const waysToSignal = async (
  transport: Transport,
  { signals, clients, stack, resource }: Handling<object>,
): Promise<Data> => {
  switch (transport) {
    case 'TOKEN_SIGNAL': {
      // The URL is signed, so no token is needed.
      const endpoint = await signals.signedUrl('waitcondition')
      return { token: '', endpoint, alarm_url: endpoint }
    }
    case 'CFN_SIGNAL':
      return { alarm_url: await signals.signedUrl('waitcondition') }
    case 'HEAT_SIGNAL': {
      const { userId, password, projectId, domainId, authUrl } = await signals.user()
      return {
        ...{ auth_url: authUrl, user_id: userId, password, project_id: projectId, domain_id: domainId },
        endpoint: await signals.endpoint(),
      }
    }
    case 'NO_SIGNAL':
      return {}
    case 'TEMP_URL_SIGNAL': {
      const url = await openObject(clients, { container: stack.id, object: resource.physicalName })
      return { alarm_url: url, put_url: url }
    }
    case 'ZAQAR_SIGNAL':
      throw resourceErrors.ResourceFailure({ problem: noMessaging })
  }
}

/** The `curl` command that signals a handle; the caller appends the body. */
export const curlOf = ({ alarm_url, put_url }: Data): string => {
  if (put_url !== undefined) return `curl -i -X PUT '${put_url}'`
  const json = "-H 'Content-Type: application/json' -H 'Accept: application/json'"
  return alarm_url === undefined ? '' : `curl -i -X POST ${json} '${alarm_url}'`
}

/** All of the data as JSON text. */
export const signalOf = ({ put_url: _, ...data }: Data): string => JSON.stringify(data)
