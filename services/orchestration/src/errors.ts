import { defineErrors, fault } from '@nimbo/kernel/errors'

const because = ({ message }: { readonly message: string }): string => message

/** The service's errors; clients get these names as error types. */
export const errors = defineErrors({
  EntityNotFound: fault<{ entity: string; name: string }>(
    'notFound',
    ({ entity, name }) => `The ${entity} (${name}) could not be found.`,
  ),
  NotFound: fault<{ message: string }>('notFound', because),
  ResourceNotAvailable: fault<{ name: string }>(
    'notFound',
    ({ name }) => `The Resource (${name}) is not available.`,
  ),
  StackExists: fault<{ name: string }>('conflict', ({ name }) => `The Stack (${name}) already exists.`),
  DeploymentExists: fault<{ id: string }>(
    'conflict',
    ({ id }) => `The Software Deployment (${id}) already exists.`,
  ),
  ActionInProgress: fault<{ name: string; action: string }>(
    'conflict',
    ({ name, action }) => `Stack ${name} already has an action (${action}) in progress.`,
  ),
  ActionNotComplete: fault<{ name: string; action: string }>(
    'conflict',
    ({ name, action }) => `Stack ${name} has an action (${action}) in progress or failed state.`,
  ),
  ResourceInUse: fault<{ message: string }>('conflict', because),
  StackValidationFailed: fault<{ message: string }>('badRequest', because),
  InvalidTemplateVersion: fault<{ message: string }>('badRequest', because),
  InvalidTemplateSection: fault<{ section: string }>(
    'badRequest',
    ({ section }) => `The template section is invalid: ${section}`,
  ),
  InvalidTemplateReference: fault<{ message: string }>('badRequest', because),
  InvalidSchemaError: fault<{ message: string }>('badRequest', because),
  CircularDependencyException: fault<{ cycle: string }>(
    'badRequest',
    ({ cycle }) => `Circular Dependency Found: ${cycle}`,
  ),
  UnknownUserParameter: fault<{ name: string }>(
    'badRequest',
    ({ name }) => `The Parameter (${name}) was not defined in template.`,
  ),
  UserParameterMissing: fault<{ name: string }>(
    'badRequest',
    ({ name }) => `The Parameter (${name}) was not provided.`,
  ),
  ImmutableParameterModified: fault<{ names: string }>(
    'badRequest',
    ({ names }) => `The following parameters are immutable and may not be updated: ${names}`,
  ),
  RequestLimitExceeded: fault<{ message: string }>('badRequest', because),
  NotSupported: fault<{ feature: string }>('badRequest', ({ feature }) => `${feature} is not supported.`),
  ResourceActionNotSupported: fault<{ message: string }>('badRequest', because),
  InvalidBreakPointHook: fault<{ message: string }>('badRequest', because),
  ResourceTypeUnavailable: fault<{ message: string }>('badRequest', because),
  BadRequest: fault<{ message: string }>('badRequest', because),
  InvalidTenant: fault<{ target: string; actual: string }>(
    'forbidden',
    ({ target, actual }) => `Searching Tenant ${target} from Tenant ${actual} forbidden.`,
  ),
  Forbidden: fault<{ rule: string }>('forbidden', ({ rule }) => `You are not authorized to use ${rule}.`),
  ResourceFailure: fault<{ message: string }>('internal', because),
})
