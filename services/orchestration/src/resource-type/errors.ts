import { defineErrors, fault } from '@nimbo/kernel/errors'

export const resourceErrors = defineErrors({
  /** `where` is the path of the property: `resources.web.properties.networks[0]`. */
  PropertyError: fault<{ where: string; problem: string }>(
    'badRequest',
    ({ where, problem }) => `Property error: ${where}: ${problem}`,
  ),
  EntityNotFound: fault<{ entity: string; name: string }>(
    'badRequest',
    ({ entity, name }) => `The ${entity} (${name}) could not be found.`,
  ),
  EntityNotKnown: fault<{ entity: string; name: string }>(
    'badRequest',
    ({ entity, name }) => `Unable to find ${entity} with name or id '${name}'`,
  ),
  EntityNameAmbiguous: fault<{ entity: string; name: string }>(
    'badRequest',
    ({ entity, name }) => `There is more than one ${entity} named ${name}. Use its id.`,
  ),
  ResourceInError: fault<{ status: string; reason: string }>(
    'internal',
    ({ status, reason }) => `Went to status ${status} due to "${reason}"`,
  ),
  ResourceUnknownStatus: fault<{ status: string; result: string }>(
    'internal',
    ({ status, result }) => `${result} - Unknown status ${status} due to "Unknown"`,
  ),
  WaitConditionFailure: fault<{ reasons: string }>('internal', ({ reasons }) => reasons),
  WaitConditionTimeout: fault<{ summary: string }>('internal', ({ summary }) => summary),
  SignalRefused: fault<{ problem: string }>('badRequest', ({ problem }) => problem),
  ResourceFailure: fault<{ problem: string }>('internal', ({ problem }) => problem),
})
