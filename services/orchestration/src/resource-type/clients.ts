import type { Answer } from '@nimbo/operation/client/api-client'
import type { ItemOf, Keyed, ReplyOf, ReplyTo } from '@nimbo/operation/client/reply'
import type { AnyRequest, RequestArguments } from '@nimbo/operation/client/request'
import type { Operation } from '@nimbo/operation/operation'

/** A client of one service on behalf of the stack's owner, typed by the contracts: `docs/guides/call-a-service.md`. */
export interface Client {
  call<Declared extends Operation, const Key extends PropertyKey = never>(
    operation: Declared,
    ...request: RequestArguments<Declared, Keyed<Declared, Key>>
  ): Promise<ReplyTo<Declared, Key>>
  answer<Declared extends Operation>(
    operation: Declared,
    ...request: RequestArguments<Declared>
  ): Promise<Answer<ReplyOf<Declared>>>
  items<Declared extends Operation>(
    operation: Declared,
    atMost: number,
    ...request: RequestArguments<Declared>
  ): AsyncGenerator<ItemOf<Declared>, void, undefined>
  /** A call whose body may contain what no contract declares, such as `value_specs` of Neutron types. */
  perform(operation: Operation, request?: AnyRequest): Promise<Answer<unknown>>
}

/** The services that resource types call. */
export type ServiceName =
  | 'alarming'
  | 'compute'
  | 'identity'
  | 'image'
  | 'network'
  | 'object-store'
  | 'orchestration'
  | 'volume'

export type Clients = Readonly<Record<ServiceName, Client>>
