import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { vnicTypes } from './port.ts'

/** A port's binding to a host: active, or prepared for a migration. */
export const PortBinding = view({
  host: Type.String(),
  vif_type: Type.String(),
  vif_details: Type.Record(Type.String(), Type.Unknown()),
  vnic_type: Type.String(),
  profile: Type.Record(Type.String(), Type.Unknown()),
  status: Type.Enum(['ACTIVE', 'INACTIVE']),
  project_id: Type.String(),
})
export type PortBinding = Static<typeof PortBinding>

const all = '/ports/{port_id}/bindings'
const one = `${all}/{host}` as const
const on = found('port')
const errors = ['PortNotFound', 'HTTPBadRequest']

export const listPortBindings = operation({
  id: 'port_bindings.list',
  method: 'GET',
  path: all,
  summary: 'List the bindings of a port',
  rule: 'get_port_binding',
  on,
  query: Type.Object({
    host: Type.Optional(Type.Array(Type.String())),
    status: Type.Optional(Type.Array(Type.String())),
    vif_type: Type.Optional(Type.Array(Type.String())),
    vnic_type: Type.Optional(Type.Array(Type.String())),
  }),
  replies: { 200: view({ bindings: Type.Array(PortBinding) }) },
  errors,
})

export const createPortBinding = operation({
  id: 'port_bindings.create',
  method: 'POST',
  path: all,
  summary: 'Bind a port to a further host',
  rule: 'create_port_binding',
  on,
  body: Type.Object(
    {
      binding: Type.Object(
        {
          host: Type.String({ minLength: 1, maxLength: 255 }),
          vnic_type: Type.Optional(Type.Enum([...vnicTypes])),
          profile: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
          project_id: Type.Optional(Type.String()),
          tenant_id: Type.Optional(Type.String()),
        },
        exact,
      ),
    },
    exact,
  ),
  replies: { 201: view({ binding: PortBinding }) },
  errors: [...errors, 'PortBindingAlreadyExists', 'PortBindingError'],
})

export const showPortBinding = operation({
  id: 'port_bindings.show',
  method: 'GET',
  path: one,
  summary: 'Show the binding of a port to a host',
  rule: 'get_port_binding',
  on,
  replies: { 200: view({ binding: PortBinding }) },
  errors: [...errors, 'PortBindingNotFound'],
})

export const activatePortBinding = operation({
  id: 'port_bindings.activate',
  method: 'PUT',
  path: `${one}/activate`,
  summary: 'Have a port hang on another of its hosts',
  rule: 'activate',
  on,
  replies: { 200: view({ binding: PortBinding }) },
  errors: [...errors, 'PortBindingNotFound', 'PortBindingAlreadyActive'],
})

export const deletePortBinding = operation({
  id: 'port_bindings.delete',
  method: 'DELETE',
  path: one,
  summary: 'Unbind a port from a host',
  rule: 'delete_port_binding',
  on,
  replies: { 204: empty },
  errors: [...errors, 'PortBindingNotFound'],
})
