import { defineErrors, fault } from '@nimbo/kernel/errors'

type OnHost = {
  readonly portId: string
  readonly host: string
}

export const errors = defineErrors({
  PortBindingNotFound: fault<OnHost>(
    'notFound',
    ({ portId, host }) => `Binding for port ${portId} for host ${host} could not be found.`,
  ),
  PortBindingAlreadyActive: fault<OnHost>(
    'conflict',
    ({ portId, host }) => `Binding for port ${portId} on host ${host} is already active.`,
  ),
  PortBindingAlreadyExists: fault<OnHost>(
    'conflict',
    ({ portId, host }) => `Binding for port ${portId} on host ${host} already exists.`,
  ),
  PortBindingError: fault<OnHost>(
    'conflict',
    ({ portId, host }) => `Binding for port ${portId} on host ${host} could not be created or updated.`,
  ),
})
