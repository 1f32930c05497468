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

/** What is wrong with the way that a template chose. */
export const signalProblems = (transport: string | undefined): readonly string[] =>
  transport === 'ZAQAR_SIGNAL' ? [noMessaging] : []

type Data = Readonly<Record<string, string>>

/** What whoever is to signal a resource is told, by the way it is to signal. */
export const waysToSignal = async (
  transport: Transport,
  { signals, clients, stack, resource }: Handling<object>,
): Promise<Data> => {
  switch (transport) {
    case 'TOKEN_SIGNAL': {
      // The address is signed: whoever has it needs no token of a user besides.
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

/** The call of `curl` that signals a handle; the body is to follow. */
export const curlOf = ({ alarm_url, put_url }: Data): string => {
  if (put_url !== undefined) return `curl -i -X PUT '${put_url}'`
  const json = "-H 'Content-Type: application/json' -H 'Accept: application/json'"
  return alarm_url === undefined ? '' : `curl -i -X POST ${json} '${alarm_url}'`
}

/** All of it as JSON text. */
export const signalOf = ({ put_url: _, ...data }: Data): string => JSON.stringify(data)
